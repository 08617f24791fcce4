const YEAR_S = 365 * 24 * 3600

export const reportsViewCookieName = 'reports-view'

/** Stores the selected view in the browser, in the format of `document.cookie`. */
export const reportsViewCookie = (view: string): string =>
  `${reportsViewCookieName}=${view}; path=/; max-age=${YEAR_S}; samesite=lax`
