// Icons, drawn on a grid of 16 units.

const PATHS = {
  page: "M4 1.75h5L12.75 5.5v8.75h-8.75zM9 1.75V5.5h3.75M6 8.5h4.5M6 11h4.5",
  data: "M2.5 3.5h11v9h-11zM2.5 6.5h11M2.5 9.5h11M6.5 6.5v6",
  texts: "M2.25 3.25h11.5v7.5H8.5L5.5 13.5v-2.75H2.25z",
  media: "M2.25 2.75h11.5v10.5H2.25zM2.5 11l3.25-3.5 3 3 1.75-1.75L13.5 11.5M10.5 6h.01",
  search: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.4 10.4l3.35 3.35",
  plus: "M8 3v10M3 8h10",
  close: "M4 4l8 8M12 4l-8 8",
  up: "M8 12.5v-9M4.25 7.25L8 3.5l3.75 3.75",
  down: "M8 3.5v9M4.25 8.75L8 12.5l3.75-3.75",
  chevron: "M6 4l4 4-4 4",
  trash: "M3 4.25h10M6.25 4V2.5h3.5V4M4.25 4.25l.6 9.25h6.3l.6-9.25M6.75 7v3.75M9.25 7v3.75",
  rename: "M2.75 13.25l.75-3 7-7 2.25 2.25-7 7zM9.25 4.5l2.25 2.25",
  history: "M2.6 6.5A5.6 5.6 0 1 1 2.5 9M2.25 3v3.5h3.5M8 5v3.25l2.25 1.5",
  undo: "M3 6.25h6.5a3.25 3.25 0 0 1 0 6.5H6M5.75 3.25L2.75 6.25l3 3",
  link: "M6.75 9.25a2.75 2.75 0 0 0 3.9 0l2-2a2.75 2.75 0 0 0-3.9-3.9l-.75.75M9.25 6.75a2.75 2.75 0 0 0-3.9 0l-2 2a2.75 2.75 0 0 0 3.9 3.9l.75-.75",
  bold: "M4.75 2.75h4a2.6 2.6 0 0 1 0 5.2h-4zM4.75 7.95h4.75a2.65 2.65 0 0 1 0 5.3H4.75z",
  italic: "M6.75 2.75h5M4.25 13.25h5M9.5 2.75l-3 10.5",
  heading: "M4 2.75v10.5M12 2.75v10.5M4 8h8",
  insert: "M5.75 3.5L2.25 8l3.5 4.5M10.25 3.5L13.75 8l-3.5 4.5",
  phone: "M4.75 1.75h6.5v12.5h-6.5zM7.25 12h1.5",
  tablet: "M3.25 1.75h9.5v12.5h-9.5zM7.25 12h1.5",
  desktop: "M1.75 2.75h12.5v8H1.75zM8 10.75v2.5M5 13.25h6",
  reload: "M13.25 7A5.3 5.3 0 1 0 13 9.75M13.5 3.25V7H9.75",
  open: "M6.5 3.25H3.25v9.5h9.5V9.5M9.25 2.75h4v4M13 3L7.5 8.5",
  warning: "M8 2.25l6.25 11.25H1.75zM8 6.75v3M8 11.6v.01",
  error: "M8 1.75a6.25 6.25 0 1 0 0 12.5 6.25 6.25 0 0 0 0-12.5zM8 4.75v4M8 11v.01",
  done: "M3 8.5l3.25 3.25L13 5",
  edit: "M2.75 13.25l.75-3 7-7 2.25 2.25-7 7z",
  list: "M2.5 4h11M2.5 8h11M2.5 12h11",
  eye: "M1.5 8S4 3.75 8 3.75 14.5 8 14.5 8 12 12.25 8 12.25 1.5 8 1.5 8zM8 6.25a1.75 1.75 0 1 0 0 3.5 1.75 1.75 0 0 0 0-3.5z",
  clock: "M8 1.75a6.25 6.25 0 1 0 0 12.5 6.25 6.25 0 0 0 0-12.5zM8 4.5V8l2.5 1.5",
  upload: "M8 10.5v-8M4.75 5.75L8 2.5l3.25 3.25M2.5 10.5v3h11v-3",
  folder: "M1.75 3.25h4.5l1.5 1.75h6.5v8.25H1.75z",
} as const;

export type IconName = keyof typeof PATHS;

/** An icon. It has no text of its own, so its button has a label. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
