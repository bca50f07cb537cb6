// Made by `croupier host-config cloudfront`; make it anew with each release. A function of CloudFront for viewer requests
// (cloudfront-js-2.0), in front of a bucket that holds the folder {folder}.
const REDIRECTS = {redirects};
// Old addresses that stand for many, as regular expressions; of two the first counts.
const PATTERNS = {patterns};

// What no address decodes to stays as it is: nothing leads on from there.
function decoded(uri) {
  try {
    return decodeURI(uri);
  } catch {
    return uri;
  }
}

function query(parameters) {
  const pairs = [];
  for (const name in parameters)
    for (const { value } of parameters[name].multiValue || [parameters[name]])
      pairs.push(value ? `${name}=${value}` : name);
  return pairs.length ? `?${pairs.join("&")}` : "";
}

function moved(statusCode, to, parameters) {
  const more = /[?#]/.test(to) ? "" : query(parameters);
  return { statusCode, headers: { location: { value: to + more } } };
}

function handler({ request }) {
  const known = REDIRECTS[decoded(request.uri)];
  if (known) return moved(known.status, known.to, request.querystring);
  for (const { from, to, status } of PATTERNS) {
    const found = request.uri.match(new RegExp(from));
    if (found) return moved(status, to.replace(/\$(\d)/g, (_, at) => found[at]), request.querystring);
  }
  const name = request.uri.split("/").pop();
  if (name === "") request.uri += "index.html";
  else if (!name.includes(".")) return moved(301, `${request.uri}/`, request.querystring);
  return request;
}
