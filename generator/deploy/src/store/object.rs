//! A target that is a bucket or container of an object store.

use std::ffi::OsString;
use std::io::Read;
use std::sync::Arc;

use futures_util::TryStreamExt;
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::azure::MicrosoftAzureBuilder;
use object_store::gcp::GoogleCloudStorageBuilder;
use object_store::path::Path;
use object_store::prefix::PrefixStore;
use object_store::{
    Attribute, Attributes, Error, ObjectStore, ObjectStoreExt, PutMode, PutMultipartOptions,
    PutOptions, PutPayload, UpdateVersion, WriteMultipart,
};
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;

use crate::store::aws_profile;
use crate::store::failure::{FailureKind, StoreFailure};
use crate::store::http_client::{Connector, root_cause};
use crate::store::response;
use crate::store::{Condition, Headers, Store, StoreError, Stored, Version, unreadable};
use croupier_base::fingerprint::{ContentHash, ContentHasher};

/// Size of a part of a large file in bytes. Smaller files are uploaded with one request.
const PART: usize = 8 << 20;
/// Maximum number of parts of a file that are uploaded at the same time.
const CONCURRENT_PARTS: usize = 4;
/// Maximum number of parts of a file.
const MAX_PARTS: u64 = 9_000;
/// Maximum number of bytes of files in memory.
const MEMORY: usize = 64 << 20;

/// A bucket or container, and a folder in it.
#[derive(Debug, Clone, Default)]
pub struct Bucket {
    /// The name of the bucket or container.
    pub name: String,
    /// The folder, without slashes at its ends.
    pub prefix: String,
    /// The endpoint of a compatible store.
    pub endpoint: Option<String>,
    /// The region of an S3 store.
    pub region: Option<String>,
    /// The profile of `~/.aws` with the credentials of an S3 store.
    pub profile: Option<String>,
    /// The account of an Azure store.
    pub account: Option<String>,
}

/// The variables that tell where the credentials of S3 are. One of them is enough.
const AWS_CREDENTIALS: [&str; 5] = [
    "AWS_ACCESS_KEY_ID",
    "AWS_WEB_IDENTITY_TOKEN_FILE",
    "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
    "AWS_CONTAINER_CREDENTIALS_FULL_URI",
    "AWS_METADATA_ENDPOINT",
];

/// Returns the settings of S3 in the environment.
fn aws_variables() -> impl Iterator<Item = (AmazonS3ConfigKey, String)> {
    let variables =
        variables().filter(|(name, value)| name.starts_with("AWS_") && !value.is_empty());
    variables.filter_map(|(name, value)| Some((name.to_ascii_lowercase().parse().ok()?, value)))
}

/// An object store.
#[derive(Debug)]
pub struct BucketStore {
    store: PrefixStore<Arc<dyn ObjectStore>>,
    runtime: Runtime,
    /// Kibibytes of files that may be in memory.
    memory: Semaphore,
}

impl BucketStore {
    /// Opens a store that is compatible with S3, with credentials of the environment or of a profile.
    pub fn s3(bucket: &Bucket) -> Result<BucketStore, StoreFailure> {
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let uses_profile = bucket.profile.is_some() || variable("AWS_ACCESS_KEY_ID").is_none();
        let profile = match aws_profile::read(bucket.profile.as_deref()) {
            Err(message) if uses_profile => {
                return Err(StoreFailure::new(FailureKind::Refused, message).hint(
                    "set AWS_PROFILE, or `profile` in the query of `url`, to one of its profiles",
                ));
            }
            profile => profile.unwrap_or_default(),
        };

        let own = profile.access_key_id.zip(profile.secret_access_key).filter(|_| uses_profile);
        if own.is_none() && AWS_CREDENTIALS.iter().all(|name| variable(name).is_none()) {
            return Err(no_credentials(
                bucket,
                "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE",
            ));
        }

        let mut builder = AmazonS3Builder::new().with_bucket_name(&bucket.name);
        for (key, value) in aws_variables() {
            let is_credential = matches!(
                key,
                AmazonS3ConfigKey::AccessKeyId
                    | AmazonS3ConfigKey::SecretAccessKey
                    | AmazonS3ConfigKey::Token
            );
            // Those of the environment do not belong to the keys of a profile.
            if !(is_credential && own.is_some()) {
                builder = builder.with_config(key, value);
            }
        }

        if let Some((id, secret)) = own {
            builder = builder.with_access_key_id(id).with_secret_access_key(secret);
            if let Some(token) = profile.session_token {
                builder = builder.with_token(token);
            }
        }

        let first = |of_url: &Option<String>, names: [&str; 2], of_profile| {
            let of_environment = names.iter().find_map(|name| variable(name));
            of_url.clone().or(of_environment).or(of_profile)
        };

        let names = ["AWS_REGION", "AWS_DEFAULT_REGION"];
        if let Some(region) = first(&bucket.region, names, profile.region) {
            builder = builder.with_region(region);
        }

        let names = ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"];
        if let Some(endpoint) = first(&bucket.endpoint, names, profile.endpoint_url) {
            let is_plain = endpoint.starts_with("http://");
            builder = builder.with_allow_http(is_plain).with_endpoint(endpoint);
        }

        let store = builder.with_http_connector(Connector).build();
        BucketStore::new(store.map(|store| Arc::new(store) as _), bucket)
    }

    /// Opens a bucket of Google Cloud Storage, with credentials of the environment.
    pub fn google(bucket: &Bucket) -> Result<BucketStore, StoreFailure> {
        // As for Azure, the library would ask a metadata service.
        let sources = ["CREDENTIALS", "SERVICE_ACCOUNT", "METADATA"];
        let login = ".config/gcloud/application_default_credentials.json";
        let has_login = std::env::home_dir().is_some_and(|home| home.join(login).is_file());
        if !has_login && !has_variable("GOOGLE_", &sources) {
            return Err(no_credentials(
                bucket,
                "set GOOGLE_APPLICATION_CREDENTIALS to the file of a service account",
            ));
        }
        let builder = GoogleCloudStorageBuilder::from_env()
            .with_bucket_name(&bucket.name)
            .with_http_connector(Connector);
        BucketStore::new(builder.build().map(|store| Arc::new(store) as _), bucket)
    }

    /// Opens a container of Azure Blob Storage, with credentials of the environment.
    pub fn azure(bucket: &Bucket) -> Result<BucketStore, StoreFailure> {
        // Without them, the library asks the metadata service of a virtual machine, which takes minutes to fail elsewhere.
        let sources = ["KEY", "TOKEN", "SECRET", "CLI", "IDENTITY", "MSI", "EMULATOR"];
        if !has_variable("AZURE_", &sources) {
            return Err(no_credentials(
                bucket,
                "set AZURE_STORAGE_ACCOUNT_KEY or AZURE_STORAGE_SAS_TOKEN, or one of the variables in the guide to deployments",
            ));
        }

        let mut builder = MicrosoftAzureBuilder::from_env()
            .with_container_name(&bucket.name)
            .with_http_connector(Connector);
        if let Some(account) = &bucket.account {
            builder = builder.with_account(account);
        }
        if let Some(endpoint) = &bucket.endpoint {
            builder = builder
                .with_allow_http(endpoint.starts_with("http://"))
                .with_endpoint(endpoint.clone());
        }

        BucketStore::new(builder.build().map(|store| Arc::new(store) as _), bucket)
    }

    fn new(
        store: object_store::Result<Arc<dyn ObjectStore>>,
        bucket: &Bucket,
    ) -> Result<BucketStore, StoreFailure> {
        let store = store.map_err(|error| explain(&error))?;
        let prefix = Path::parse(&bucket.prefix)
            .map_err(|error| StoreFailure::other(error.to_string()).hint("correct `url`"))?;
        // The threads of a deployment wait for requests, which need little time of a processor.
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(|error| {
                StoreFailure::other(format!("cannot start the async runtime: {error}"))
            })?;
        let memory = Semaphore::new(MEMORY / 1024);
        Ok(BucketStore { store: PrefixStore::new(store, prefix), runtime, memory })
    }

    /// Uploads a large file in parts.
    fn write_parts(
        &self,
        key: &str,
        content: &mut dyn Read,
        size: u64,
        headers: &Headers,
    ) -> Result<(), StoreError> {
        let location = path(key)?;
        let part = usize::try_from(size / MAX_PARTS).unwrap_or(usize::MAX).max(PART);

        self.runtime.block_on(async {
            let options =
                PutMultipartOptions { attributes: attributes(headers), ..Default::default() };
            let upload =
                self.store.put_multipart_opts(&location, options).await.map_err(failure)?;
            let mut writer = WriteMultipart::new_with_chunk_size(upload, part);

            let mut buffer = vec![0; 1 << 16];
            let result = loop {
                match content.read(&mut buffer) {
                    Ok(0) => break Ok(()),
                    Ok(count) => {
                        if let Err(error) = writer.wait_for_capacity(CONCURRENT_PARTS).await {
                            break Err(failure(error));
                        }
                        writer.write(&buffer[..count]);
                    }
                    Err(error) => break Err(unreadable(&error)),
                }
            };

            match result {
                Ok(()) => writer.finish().await.map(|_| ()).map_err(failure),
                Err(error) => {
                    // A lifecycle rule of the bucket removes parts that remain.
                    let _ = writer.abort().await;
                    Err(error)
                }
            }
        })
    }

    fn put(
        &self,
        key: &str,
        bytes: Vec<u8>,
        options: PutOptions,
    ) -> Result<Option<Version>, StoreError> {
        let location = path(key)?;
        let put = self.store.put_opts(&location, PutPayload::from(bytes), options);
        let result = self.runtime.block_on(put).map_err(failure)?;
        Ok(version(result.e_tag, result.version))
    }
}

impl Store for BucketStore {
    fn keeps_headers(&self) -> bool {
        true
    }

    fn read(&self, key: &str) -> Result<Option<Stored>, StoreError> {
        let location = path(key)?;
        let read = async {
            let result = self.store.get(&location).await?;
            let version = version(result.meta.e_tag.clone(), result.meta.version.clone());
            Ok(Stored { bytes: result.bytes().await?.into(), version })
        };
        match self.runtime.block_on(read) {
            Ok(stored) => Ok(Some(stored)),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(failure(error)),
        }
    }

    fn digest(&self, key: &str) -> Result<Option<(ContentHash, u64)>, StoreError> {
        let location = path(key)?;
        let read = async {
            let mut parts = self.store.get(&location).await?.into_stream();
            let (mut hasher, mut size) = (ContentHasher::default(), 0);
            while let Some(bytes) = parts.try_next().await? {
                hasher.update(&bytes);
                size += bytes.len() as u64;
            }
            Ok((hasher.hash(), size))
        };
        match self.runtime.block_on(read) {
            Ok(found) => Ok(Some(found)),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(failure(error)),
        }
    }

    fn write(&self, key: &str, bytes: Vec<u8>, headers: &Headers) -> Result<(), StoreError> {
        self.put(
            key,
            bytes,
            PutOptions { attributes: attributes(headers), ..PutOptions::default() },
        )
        .map(|_| ())
    }

    fn write_file(
        &self,
        key: &str,
        content: &mut dyn Read,
        size: u64,
        headers: &Headers,
    ) -> Result<(), StoreError> {
        let needed = size.min((PART * (CONCURRENT_PARTS + 1)) as u64) / 1024 + 1;
        let needed = u32::try_from(needed).expect("the parts are less than 4 TB");
        let permit = self.runtime.block_on(self.memory.acquire_many(needed));
        let _permit = permit.expect("the semaphore is never closed");
        if size > PART as u64 {
            return self.write_parts(key, content, size, headers);
        }
        let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
        content.read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
        self.write(key, bytes, headers)
    }

    fn write_if(
        &self,
        key: &str,
        bytes: Vec<u8>,
        condition: &Condition,
    ) -> Result<Option<Version>, StoreError> {
        let mode = match condition {
            Condition::Absent => PutMode::Create,
            Condition::Unchanged(None) => PutMode::Overwrite,
            Condition::Unchanged(Some(Version(text))) => {
                let (e_tag, version) = text.split_once('\n').unwrap_or((text, ""));
                let part = |part: &str| (!part.is_empty()).then(|| part.to_owned());
                PutMode::Update(UpdateVersion { e_tag: part(e_tag), version: part(version) })
            }
        };
        // moto 5 cannot refuse a conditional write with the content type of JSON.
        let attributes = Attributes::from_iter([(Attribute::CacheControl, "no-cache")]);
        self.put(key, bytes, PutOptions { mode, attributes, ..PutOptions::default() })
    }

    fn copy(&self, from: &str, to: &str) -> Result<(), StoreError> {
        let (from, to) = (path(from)?, path(to)?);
        self.runtime.block_on(self.store.copy(&from, &to)).map_err(failure)
    }

    fn remove(&self, key: &str) -> Result<(), StoreError> {
        let location = path(key)?;
        match self.runtime.block_on(self.store.delete(&location)) {
            Ok(()) | Err(Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(failure(error)),
        }
    }

    fn list(&self, prefix: &str, each: &mut dyn FnMut(&str, u64)) -> Result<(), StoreError> {
        let prefix = path(prefix)?;
        let mut listed = self.store.list(Some(&prefix));
        let list = async {
            while let Some(meta) = listed.try_next().await? {
                each(meta.location.as_ref(), meta.size);
            }
            Ok(())
        };
        self.runtime.block_on(list).map_err(failure)
    }
}

fn path(key: &str) -> Result<Path, StoreError> {
    Path::parse(key).map_err(|error| StoreError::Failed(StoreFailure::other(error.to_string())))
}

/// Returns the version of an object. Most stores have an entity tag, and some a number.
fn version(e_tag: Option<String>, version: Option<String>) -> Option<Version> {
    if e_tag.is_none() && version.is_none() {
        return None;
    }
    Some(Version(format!("{}\n{}", e_tag.unwrap_or_default(), version.unwrap_or_default())))
}

/// Converts headers to the attributes of an object.
fn attributes(headers: &Headers) -> Attributes {
    let attribute = |(name, value): (&String, &String)| {
        let attribute = match name.as_str() {
            "cache-control" => Attribute::CacheControl,
            "content-disposition" => Attribute::ContentDisposition,
            "content-encoding" => Attribute::ContentEncoding,
            "content-language" => Attribute::ContentLanguage,
            "content-type" => Attribute::ContentType,
            _ => return None,
        };
        Some((attribute, value.clone()))
    };
    headers.iter().filter_map(attribute).collect()
}

fn failure(error: Error) -> StoreError {
    match error {
        Error::AlreadyExists { .. } | Error::Precondition { .. } => StoreError::Conflict,
        Error::NotFound { .. } => StoreError::NotFound,
        error => StoreError::Failed(explain(&error)),
    }
}

/// Explains an error. The text of the library itself can contain URLs with signatures.
fn explain(error: &Error) -> StoreFailure {
    match response::find(error) {
        Some(failure) => failure.explain(),
        None => StoreFailure::other(root_cause(error).to_string()),
    }
}

/// Returns the variables of the environment that are text.
fn variables() -> impl Iterator<Item = (String, String)> {
    let text = |(name, value): (OsString, OsString)| {
        Some((name.into_string().ok()?, value.into_string().ok()?))
    };
    std::env::vars_os().filter_map(text)
}

/// Returns whether the environment has a variable with this prefix that contains one of the words.
fn has_variable(prefix: &str, words: &[&str]) -> bool {
    let is_one =
        |name: &str| name.starts_with(prefix) && words.iter().any(|word| name.contains(word));
    variables().any(|(name, value)| is_one(&name) && !value.is_empty())
}

fn no_credentials(bucket: &Bucket, hint: &str) -> StoreFailure {
    let message = format!("there are no credentials for the bucket `{}`", bucket.name);
    StoreFailure::new(FailureKind::Refused, message).hint(hint)
}
