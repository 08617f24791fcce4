import type { PageKey } from '@/lib/domain/pages'
import type help from '@/messages/pl/help.json'

/** Also the last part of its address. */
export type Article = keyof typeof help.articles
/** For whom an article is written; the groups of the page, in its order. */
export type Job = keyof typeof help.jobs

interface ArticleRow {
  readonly job: Job
  /** The pages that it writes about. */
  readonly pages: readonly PageKey[]
}

/** The articles of the help; titles and search words are in `help`, texts in `help-articles`. */
const articleRows: Readonly<Record<Article, ArticleRow>> = {
  'add-companies': { job: 'monitoring', pages: ['search', 'monitorsImport', 'monitorsImports'] },
  events: { job: 'monitoring', pages: ['events'] },
  'notification-rules': { job: 'monitoring', pages: ['notifications', 'notificationFeeds'] },
  tags: { job: 'monitoring', pages: ['monitors'] },
  lists: { job: 'monitoring', pages: ['filters'] },
  certificate: { job: 'monitoring', pages: ['monitors'] },
  'personal-numbers': { job: 'monitoring', pages: ['personalData', 'auditLog'] },
  'white-list': { job: 'monitoring', pages: ['whiteList'] },
  'company-price': { job: 'monitoring', pages: ['search'] },
  reports: { job: 'monitoring', pages: ['reports', 'reportArchive'] },
  'calls-refused': { job: 'money', pages: ['calls', 'spendCap', 'usage'] },
  overage: { job: 'money', pages: ['usage'] },
  'spend-cap': { job: 'money', pages: ['spendCap', 'notifications'] },
  'closed-period': { job: 'money', pages: ['usage'] },
  'plan-and-invoices': { job: 'money', pages: ['usage', 'spendCap'] },
  'people-and-roles': { job: 'account', pages: ['settingsMembers', 'settingsAccess'] },
  'tender-alert': { job: 'tenders', pages: ['bzp', 'bzpAlerts'] },
  'tender-matches': { job: 'tenders', pages: ['bzpMatches', 'notifications'] },
  'api-key': { job: 'developers', pages: ['settingsApi', 'reference'] },
  'too-many-calls': { job: 'developers', pages: ['reference'] },
  webhooks: { job: 'developers', pages: ['notificationChannels', 'notificationDeliveries'] },
}

export const isArticle = (text: string): text is Article => Object.hasOwn(articleRows, text)
export const articles: readonly Article[] = Object.keys(articleRows).filter(isArticle)
export const jobs: readonly Job[] = [...new Set(articles.map((article) => articleRows[article].job))]
export const articlesOf = (job: Job): readonly Article[] =>
  articles.filter((article) => articleRows[article].job === job)
export const jobOf = (article: Article): Job => articleRows[article].job
export const pagesOf = (article: Article): readonly PageKey[] => articleRows[article].pages
