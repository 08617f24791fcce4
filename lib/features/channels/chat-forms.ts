import { formatInteger } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { shortenText } from '@/lib/domain/format/shorten-text'
import type { Message } from '@/lib/features/deliveries/message'
import { wordsIn } from '@/lib/panel/words'

/** Slack accepts 50 blocks; each item takes up to two, besides title and footer. */
const MAX_SLACK_ITEMS = 20
const MAX_SLACK_TITLE = 150
const MAX_SLACK_TEXT = 3000
/** Teams rejects messages of 28 kB. */
const MAX_TEAMS_BYTES = 27_000

/** Slack interprets these three characters in every text, even in plain text. */
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Shortens before escaping, so that no escape sequence is cut; one takes up to five characters. */
const shortenEscaped = (text: string, max: number): string =>
  escapeText(shortenText(text, max, (part) => escapeText(part).length))

/**
 * External text is only used in plain_text blocks, where markup, links and mentions have no effect. All links are the
 * panel's.
 */
export function slackBody({ title, items, more, note, url }: Message, language: Locale): string {
  const { words: t, say } = wordsIn(language, 'mails', 'channels')
  const shown = items.slice(0, MAX_SLACK_ITEMS)
  const remaining = more + items.length - shown.length
  const plain = (text: string, max: number) => ({
    type: 'plain_text',
    text: shortenEscaped(text, max) || '–',
    emoji: false,
  })
  const link = (to: string) => ({ type: 'mrkdwn', text: `<${linkOf(to)}|${t.open}>`, verbatim: true })
  const blocks: unknown[] = [{ type: 'header', text: plain(title, MAX_SLACK_TITLE) }]
  for (const item of shown) {
    blocks.push({ type: 'section', text: plain([item.title, ...item.lines].join('\n'), MAX_SLACK_TEXT) })
    if (item.url !== undefined) blocks.push({ type: 'context', elements: [link(item.url)] })
  }
  if (remaining > 0)
    blocks.push({
      type: 'section',
      text: plain(say('more', { count: formatInteger(remaining, language) }), MAX_SLACK_TEXT),
    })
  if (note !== undefined) blocks.push({ type: 'context', elements: [plain(note, MAX_SLACK_TEXT)] })
  // The link of the only item is there already.
  if (url !== undefined && shown.every((item) => item.url !== url)) {
    blocks.push({ type: 'context', elements: [link(url)] })
  }
  const text = shortenEscaped(title, MAX_SLACK_TEXT)
  return JSON.stringify({ text, mrkdwn: false, unfurl_links: false, unfurl_media: false, blocks })
}

/** These characters would end Slack's `<url|text>`. */
const linkOf = (url: string): string => escapeText(url).replaceAll('|', '%7C')

/**
 * Builds an Adaptive Card for a Teams workflow. TextRuns are shown literally, as only TextBlock interprets markup. One
 * workflow template posts each card of `attachments`, another posts the whole message as a card, and the panel cannot
 * know which is used: therefore the message is a card with a copy of itself in `attachments`, which a card ignores.
 */
export function teamsBody(message: Message, language: Locale): string {
  const { items } = message
  let shown = items.length
  let body = toTeamsMessage(cardOf(message, shown, language))
  while (Buffer.byteLength(body) > MAX_TEAMS_BYTES && shown > 0) {
    shown = Math.floor(shown * 0.8)
    body = toTeamsMessage(cardOf(message, shown, language))
  }
  return body
}

const toTeamsMessage = (card: object): string => {
  const contentType = 'application/vnd.microsoft.card.adaptive'
  return JSON.stringify({ ...card, attachments: [{ contentType, contentUrl: null, content: card }] })
}

const MAX_TEAMS_TEXT = 1000

function cardOf({ title, items, more, note, url }: Message, shown: number, language: Locale): object {
  const { words: t, say } = wordsIn(language, 'mails', 'channels')
  const remaining = more + items.length - shown
  const run = (text: string, rest: object = {}) => ({
    type: 'TextRun',
    text: shortenText(text, MAX_TEAMS_TEXT),
    ...rest,
  })
  const block = (...inlines: unknown[]) => ({ type: 'RichTextBlock', inlines })
  const open = (to: string) => ({ type: 'Action.OpenUrl', title: t.open, url: to })
  const body = [
    block(run(title, { size: 'Medium', weight: 'Bolder' })),
    ...items
      .slice(0, shown)
      .flatMap((item) => [
        block(run(item.title, { weight: 'Bolder', ...(item.url !== undefined && { selectAction: open(item.url) }) })),
        ...item.lines.map((line) => block(run(line))),
      ]),
    ...(remaining > 0 ? [block(run(say('more', { count: formatInteger(remaining, language) })))] : []),
    ...(note === undefined ? [] : [block(run(note, { isSubtle: true }))]),
  ]
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body,
    ...(url !== undefined && { actions: [open(url)] }),
  }
}
