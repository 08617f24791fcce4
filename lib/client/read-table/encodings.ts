/** Single-byte encodings, most likely first. */
export const oneByteEncodings = ['windows-1250', 'iso-8859-2', 'cp852', 'mazovia'] as const
export type OneByteEncoding = (typeof oneByteEncodings)[number]

/** Encodings that Polish spreadsheets and accounting programs use. */
export const encodings = ['utf-8', ...oneByteEncodings, 'utf-16le', 'utf-16be'] as const
export type Encoding = (typeof encodings)[number]
