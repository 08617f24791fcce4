import { randomUUID } from 'node:crypto'

import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import type { Message } from '@/lib/features/deliveries/message'
import type { Db } from '@/lib/storage/storage'

import type { RuleCondition } from './contract/conditions'
import { pathOfNotice, type RuleKind, type HitDescription } from './kinds/kind'
import { messageTitle, whySentBy } from './rule-mails'
import type { UnreportedHit } from './statements/hits'
import type { RuleNoticeTable, RuleTable } from './tables'

/** Maximum number of items in one channel message. */
export const MAX_MESSAGE_ITEMS = 50

export type NoticeContext = {
  readonly account: { readonly name: string }
  readonly kind: RuleKind
  readonly condition: RuleCondition
  readonly rule: Pick<RuleTable, 'id' | 'language' | 'name'>
  readonly notice: RuleNoticeTable
  readonly panelUrl: string | undefined
  readonly hits: HitFormatter
}

export function messageOf(noticeContext: NoticeContext, hits: readonly UnreportedHit[]): Message {
  const { account, kind, condition, rule, notice, panelUrl } = noticeContext
  const { language } = rule
  const formatted = hits.map(({ content }) => noticeContext.hits.format(noticeContext, content))
  const contents = formatted.map(({ content }) => content)
  const [first] = formatted
  const headline = kind.headline(language, { condition, count: hits.length, all: contents })
  const type = hits.length === 1 && notice.kind === 'at_once' ? kind.messageType(condition) : 'digest'
  return {
    id: newMessageId(),
    type,
    at: notice.at,
    title: messageTitle(language, { lead: first?.lead, count: hits.length, headline }),
    items: formatted.map(({ item }) => item),
    more: 0,
    note: whySentBy(language, { account: account.name, rule: rule.name }),
    ...(panelUrl !== undefined && { url: urlOf(noticeContext, formatted) }),
    data: {
      rule_id: rule.id,
      rule_name: maskPesels(rule.name),
      notice_id: notice.id,
      kind: kind.name,
      items: formatted.map(({ content, item }) => withUrl(content, item.url)),
      ...(type === 'digest' && { window_start: notice.window_start, window_end: notice.window_end }),
    },
  }
}

/** One hit has a page of its own. */
function urlOf({ kind, notice, panelUrl = '' }: NoticeContext, formatted: readonly FormattedHit[]): string {
  const [only] = formatted.length === 1 ? formatted : []
  return only?.item.url ?? `${panelUrl}${pathOfNotice(kind, notice)}`
}

/** Adds the link to the item, for the receiver of a webhook. */
const withUrl = (content: unknown, url: string | undefined): unknown =>
  url === undefined || typeof content !== 'object' ? content : { ...content, url }

export async function loadContents<T extends Pick<UnreportedHit, 'content'>>(
  db: Db,
  { kind, condition, rule }: Pick<NoticeContext, 'kind' | 'condition'> & { readonly rule: RuleTable },
  hits: readonly T[],
): Promise<T[]> {
  const contents = await kind.open?.(
    db,
    { rule, condition },
    hits.map(({ content }) => content),
  )
  return hits.map((hit, index) => ({ ...hit, content: contents?.[index] ?? hit.content }))
}

type FormattedHit = {
  readonly content: unknown
  readonly item: Message['items'][number]
  readonly lead: string | undefined
  /** 0 is the gravest. */
  readonly rank: number
}

const MAX_CACHED = 20_000

/**
 * Loads and formats hits, caching the result for all rules of a run that found the same: formatting is most of the work
 * of sending.
 */
export class HitFormatter {
  readonly #cache = new Map<string, FormattedHit>()

  format(
    { kind, rule: { language }, panelUrl }: Pick<NoticeContext, 'kind' | 'rule' | 'panelUrl'>,
    text: string,
  ): FormattedHit {
    const key = `${kind.name} ${language} ${text}`
    const cached = this.#cache.get(key)
    if (cached) return cached
    const content = JSON.parse(text) as unknown
    const description = kind.describe(language, content)
    const formatted = {
      content,
      item: itemOf(description, panelUrl),
      lead: description.lead,
      rank: kind.rank?.(content) ?? 0,
    }
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear()
    this.#cache.set(key, formatted)
    return formatted
  }
}

function itemOf({ title, lines, path }: HitDescription, panelUrl: string | undefined): Message['items'][number] {
  const url = panelUrl === undefined || path === undefined ? undefined : `${panelUrl}${path}`
  return { title, lines, ...(url !== undefined && { url }) }
}

export const newMessageId = (): string => `msg_${randomUUID().replaceAll('-', '')}`
