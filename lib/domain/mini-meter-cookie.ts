const NAME = 'meter'
const FOLDED = 'folded'
const YEAR_S = 365 * 24 * 3600

export const miniMeterCookieName = NAME
export const isMiniMeterFolded = (value: string | undefined): boolean => value === FOLDED

export const miniMeterCookie = (isFolded: boolean): string =>
  `${NAME}=${isFolded ? FOLDED : 'open'}; path=/; max-age=${YEAR_S}; samesite=lax`
