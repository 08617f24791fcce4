import { type PageKey, pageKeys, pages } from './pages'

type PagePaths = { readonly [K in PageKey]: (typeof pages)[K]['path'] }
/** Safe: it has the path of every key. */
const pagePaths = Object.fromEntries(pageKeys.map((key) => [key, pages[key].path])) as PagePaths

/** The address of every page. Paths are written only here and in `pages`. */
export const routes = {
  ...pagePaths,
  signIn: '/sign-in',
  confirmIdentity: '/sign-in/confirm',
  signUp: '/sign-up',
  join: '/join',
  confirmEmail: '/confirm-email',
  forgottenPassword: '/forgotten-password',
  unsubscribe: '/unsubscribe',
  setup: '/setup',
  /** Only rules about spending and pools. */
  spendRules: '/notifications?kind=spend',
} as const

export const joinPath = (token: string): string => `${routes.join}?token=${encodeURIComponent(token)}`

/** The sign-in page. `email` fills in its field; `from` is where to go afterwards, `done` what has just been done. */
export const signInPath = (values: Partial<Record<'email' | 'from' | 'done', string>>): string =>
  `${routes.signIn}?${new URLSearchParams(values).toString()}`

/** Setup page of a new installation, with its one-time token. */
export const setupPath = (token: string): string => `${routes.setup}?token=${encodeURIComponent(token)}`

/** An article of the help. */
export const helpPath = (article: string): string => `${routes.help}/${article}`

export const monitorPath = (id: string): string => `${routes.monitors}/${encodeURIComponent(id)}`

/** Monitors that match a text, which must not contain a personal number. */
export const monitorSearchPath = (q: string): string => `${routes.monitors}?${new URLSearchParams({ q }).toString()}`

/** The search for companies, for a text without a personal number. */
export const companySearchPath = (q: string): string => `${routes.search}?${new URLSearchParams({ q }).toString()}`

/** Monitors whose filter was deleted. */
export const silentMonitorsPath = `${routes.monitors}?silent=1`

export const importPath = (id: string): string => `${routes.monitorsImports}?import=${encodeURIComponent(id)}`

/** A company by one of its numbers, at one of its tabs. */
export const companyPath = (number: string, tab?: string): string =>
  `${routes.companies}/${encodeURIComponent(number)}${tab === undefined ? '' : `?tab=${tab}`}`

/** The part of a company's page about its monitors: label, tags, rules, events, certificate and history. */
export const companyWatchPath = (number: string): string => companyPath(number, 'watch')

/** Search of companies, with the way to their statements. */
export const statementsSearchPath = `${routes.search}?for=statements`

/** One operation in the console. Other parts of a request are never in the address. */
export const consolePath = (operation: string): string => `${routes.console}?operation=${encodeURIComponent(operation)}`

export const whiteListRunPath = (id: string): string => `${routes.whiteList}/${encodeURIComponent(id)}`

/** All rows of a check as a file, for an `<a href>`. */
export const whiteListFilePath = (id: string, kind: 'csv' | 'xlsx' | 'pdf', locale: string): string =>
  `/api/panel/white-list-runs/${encodeURIComponent(id)}/files/${kind}?locale=${locale}`
/** Refused and skipped rows of an import, as a CSV. */
export const importRejectionsPath = (id: string): string =>
  `/api/panel/imports/${encodeURIComponent(id)}/rejections.csv`

/** One filter; ids are not personal data. */
export const filterPath = (id: string): string => `${routes.filters}?filter=${encodeURIComponent(id)}`

export const alertMatchesPath = (alert: string): string => `${routes.bzpMatches}?alert=${encodeURIComponent(alert)}`

/** Deadlines of the matches as a calendar, for an `<a href>`. `search` includes its `?`, or is empty. */
export const matchesCalendarPath = (search: string): string => `/api/panel/bzp-matches/calendar${search}`

export const monitorEventsPath = (id: string): string => `${routes.events}?monitor=${encodeURIComponent(id)}`

/** One announcement among the events, by the number of any of its events. */
export const eventPath = (id: number): string => `${routes.events}?event=${id}`

/** The events that one message of a rule reported. */
export const noticeEventsPath = (notice: string): string => `${routes.events}?notice=${encodeURIComponent(notice)}`

/** The events of a list as a table or as the record of their reviews, for an `<a href>`. `search` includes its `?`, or is empty. */
export const eventsFilePath = (file: 'csv' | 'xlsx' | 'pdf', search: string): string =>
  `/api/panel/events/files/${file}${search}`

export const reportsOfFilterPath = (id: string): string => `${routes.reports}?filter=${encodeURIComponent(id)}`

/** Daily reports of a day, and of one source if it has reports. */
export function reportsOfDayPath(day: string, source?: string): string {
  const params = new URLSearchParams({ ...(source !== undefined && { source }), from: day, to: day })
  return `${routes.reports}?${params.toString()}`
}

export const reportPreviewPath = (id: string): string => `${routes.reports}/${encodeURIComponent(id)}`

/** The proxy's address of a report file, for an `<a href>`. */
export const reportFilePath = (id: string): string => `/api/v1/reports/download/${encodeURIComponent(id)}`

/** The ZIP of all new reports, for an `<a href>`. `download` is bound to the session. */
export function newReportsZipPath(options: {
  readonly format: string
  readonly source: readonly string[]
  readonly download: string
}): string {
  const sources = options.source.map((source) => ['source', source] as [string, string])
  const params = new URLSearchParams([['format', options.format], ...sources, ['download', options.download]])
  return `/api/panel/new-reports/zip?${params.toString()}`
}

/** A file of a closed period, for an `<a href>`. */
export const packFilePath = (id: string, file: 'pdf' | 'zip'): string =>
  `/api/panel/packs/${encodeURIComponent(id)}/${file}`

/** What a bulk run deleted, as a file, for an `<a href>`. */
export const deletedRecordPath = (id: string): string => `/api/panel/bulk-tags/${encodeURIComponent(id)}/record`

/** Path of a feed by its secret. */
export const feedPath = (kind: 'calendar' | 'rss', secret: string): string =>
  `/api/feeds/${secret}.${kind === 'calendar' ? 'ics' : 'xml'}`

const BASE = 'http://panel.invalid'

/**
 * Where to go after signing in. Only a path of this panel is accepted, so that a crafted link cannot send a freshly
 * signed-in user to another site. The result is parsed once more as a browser would do (`/.//evil.test` becomes
 * `//evil.test`); any other target is replaced by the overview.
 */
export function safeReturnPath(from: string | null | undefined): string {
  const path = ownPath(from ?? '')
  return path !== undefined && ownPath(path) === path ? path : routes.overview
}

/** The path as a browser requests it; undefined if it does not belong to this panel or is not a page to return to. */
function ownPath(from: string): string | undefined {
  if (!/^\/(?![/\\])/.test(from)) return undefined
  const url = URL.canParse(from, BASE) ? new URL(from, BASE) : undefined
  if (url === undefined || url.origin !== BASE || isNotReturnTarget(url.pathname)) return undefined
  return `${url.pathname}${url.search}${url.hash}`
}

const isNotReturnTarget = (pathname: string): boolean =>
  [routes.signIn, routes.signUp, routes.forgottenPassword, routes.unsubscribe, routes.setup].some((each) =>
    pathname.startsWith(each),
  ) || pathname.startsWith('/api/')

export const archivedFilePath = (id: string): string => `/api/panel/archive/reports/${encodeURIComponent(id)}/file`
