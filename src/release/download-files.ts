/** The files of a release that key holders may download, by format. */
export const DOWNLOAD_FILES = {
  sqlite: 'release.sqlite',
  'data-package': 'data-package.zip',
  parquet: 'parquet.zip',
} as const;
export type DownloadFormat = keyof typeof DOWNLOAD_FILES;
export const DOWNLOAD_FORMATS = Object.keys(DOWNLOAD_FILES) as DownloadFormat[];
