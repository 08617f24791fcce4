/** As it is connected to: without the brackets of IPv6. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')
export const portOf = (url: URL): number => (url.port === '' ? (url.protocol === 'http:' ? 80 : 443) : Number(url.port))
