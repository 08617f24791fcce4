import { randomUUID } from 'node:crypto'

import type { RuleCondition } from '@/lib/contract/panel/rule-conditions'
import type { Locale } from '@/lib/domain/format/locales'
import type { UntoldHit } from '@/lib/storage/panel/rules/hits'
import type { RuleNoticeTable, RuleTable } from '@/lib/storage/panel/rules/tables'

import type { Message } from '../delivery/message'
import type { RuleKind } from './kinds/kind'

/** Of one message to a channel. */
export const MESSAGE_ITEMS = 50

export type Worded = {
  readonly kind: RuleKind
  readonly condition: RuleCondition
  readonly rule: Pick<RuleTable, 'id' | 'language'>
  readonly notice: RuleNoticeTable
  readonly panelUrl: string | undefined
  readonly hits: HitWords
}

/** What channels are told of some of the hits of a message. */
export function messageOf(worded: Worded, hits: readonly UntoldHit[]): Message {
  const { kind, condition, rule, notice, panelUrl } = worded
  const { language } = rule
  const told = hits.map(({ content }) => worded.hits.read(worded, content))
  const contents = told.map(({ content }) => content)
  const type = hits.length === 1 && notice.kind === 'at_once' ? kind.messageType(condition) : 'digest'
  return {
    id: newMessageId(),
    type,
    at: notice.at,
    title: kind.headline(language, { condition, count: hits.length, all: contents }),
    items: told.map(({ item }) => item),
    more: 0,
    ...(panelUrl !== undefined && { url: `${panelUrl}${kind.path}` }),
    data: {
      rule_id: rule.id,
      notice_id: notice.id,
      kind: kind.name,
      items: contents,
      ...(type === 'digest' && { window_start: notice.window_start, window_end: notice.window_end }),
    },
  }
}

type Told = { readonly content: unknown; readonly item: Message['items'][number] }

const MAX_KEPT = 20_000

/** What hits say, read and put into words once for all rules of a turn that found the same: most of the work of telling. */
export class HitWords {
  readonly #known = new Map<string, Told>()

  read({ kind, rule: { language }, panelUrl }: Pick<Worded, 'kind' | 'rule' | 'panelUrl'>, text: string): Told {
    const key = `${kind.name} ${language} ${text}`
    const known = this.#known.get(key)
    if (known) return known
    const content = JSON.parse(text) as unknown
    const told = { content, item: itemOf(kind, { language, content, panelUrl }) }
    if (this.#known.size >= MAX_KEPT) this.#known.clear()
    this.#known.set(key, told)
    return told
  }
}

type Said = { readonly language: Locale; readonly content: unknown; readonly panelUrl: string | undefined }

function itemOf(kind: RuleKind, { language, content, panelUrl }: Said): Message['items'][number] {
  const { title, lines, path } = kind.say(language, content)
  const url = panelUrl === undefined || path === undefined ? undefined : `${panelUrl}${path}`
  return { title, lines, ...(url !== undefined && { url }) }
}

export const newMessageId = (): string => `msg_${randomUUID().replaceAll('-', '')}`
