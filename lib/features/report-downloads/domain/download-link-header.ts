/** Of the answer to a report's first byte: the link by which this session may take the whole. */
export const DOWNLOAD_HEADER = 'x-download'
