/** Header of the response with a report's first byte: the link by which this session can download the whole file. */
export const DOWNLOAD_HEADER = 'x-download'
