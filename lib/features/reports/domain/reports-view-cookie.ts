const YEAR_S = 365 * 24 * 3600

export const reportsViewCookieName = 'reports-view'

/** What the browser keeps of the choice, in the form of `document.cookie`. */
export const reportsViewCookie = (view: string): string =>
  `${reportsViewCookieName}=${view}; path=/; max-age=${YEAR_S}; samesite=lax`
