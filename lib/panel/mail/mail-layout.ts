import { defaultLocale, type Locale } from '@/lib/domain/format/locales'
import { stripBidiControls } from '@/lib/domain/format/plain-direction'
import { shortenText } from '@/lib/domain/format/shorten-text'

export type MailWords = { readonly subject: string; readonly body_text: string; readonly body_html: string }
/** `quoted`: the part of the line that a register wrote, always in Polish. */
export type MailLine = string | { readonly text: string; readonly quoted: string }
/** A value may have several lines: the first one names it, the others add detail. `url`: link of the value. */
export type MailRow = readonly [label: string, value: string | readonly [MailLine, ...MailLine[]], url?: string]
type MailLink = { readonly text: string; readonly url: string }
type Parts = {
  readonly locale: Locale
  readonly subject: string
  readonly headline: string
  readonly rows: readonly MailRow[]
  readonly notes: readonly string[]
  readonly link?: MailLink | undefined
  readonly unsubscribe?: MailLink | undefined
}

/** Renders a mail as text and as HTML. Texts may hold any characters. */
export function composeMail({ locale, subject, headline, rows, notes, link, unsubscribe }: Parts): MailWords {
  const lines = rows.map(
    ([label, value, url]) =>
      `${label}: ${[...linesOf(value).map(textOf), ...(url === undefined ? [] : [url])].join(`\n${INDENT}`)}`,
  )
  const links = [link, unsubscribe].filter((each) => each !== undefined)
  const linkLines = links.flatMap(({ text, url }) => ['', `${text}: ${url}`])
  const cell = 'padding:4px 16px 4px 0;vertical-align:top'
  const table = rows
    .map(
      ([label, value, url]) =>
        `<tr><td style="${cell};color:#6a6d66">${html(label)}</td><td style="${cell}">${cellOf(value, url, locale)}</td></tr>`,
    )
    .join('')
  const anchors = links.map(({ text, url }) => `<p>${anchor(url, html(text))}</p>`)
  const paragraphs = notes.map((note) => `<p style="color:#6a6d66">${html(note)}</p>`)
  return {
    // The subject is one line, whatever the account's name is.
    subject: shortenText(stripBidiControls(subject).replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' '), MAX_SUBJECT),
    body_text: `${stripBidiControls([headline, '', ...lines, '', ...notes, ...linkLines].join('\n'))}\n`,
    body_html:
      `<!doctype html><html lang="${locale}"><body style="font:14px/1.5 sans-serif;color:#191a17">` +
      `<p style="font-size:16px;font-weight:600">${html(headline)}</p><table style="border-collapse:collapse">${table}</table>` +
      `${paragraphs.join('')}${anchors.join('')}</body></html>`,
  }
}

const MAX_SUBJECT = 200
const INDENT = '   '
const linesOf = (value: MailRow[1]): readonly MailLine[] => (typeof value === 'string' ? [value] : value)
const textOf = (line: MailLine): string => (typeof line === 'string' ? line : line.text)

function cellOf(value: MailRow[1], url: string | undefined, locale: Locale): string {
  const [name = '', ...rest] = linesOf(value).map((line) => htmlOf(line, locale))
  const first = url === undefined ? name : anchor(url, name)
  return rest.length === 0 ? first : [`<strong>${first}</strong>`, ...rest].join('<br>')
}

/** Marks what a register wrote in another language than that of the mail, so that it is read aloud as Polish. */
function htmlOf(line: MailLine, locale: Locale): string {
  if (typeof line === 'string' || locale === defaultLocale) return html(textOf(line))
  const quoted = html(line.quoted)
  return html(line.text).replace(quoted, () => `<span lang="${defaultLocale}">${quoted}</span>`)
}

const anchor = (url: string, content: string): string => `<a href="${html(url)}" style="color:#14532d">${content}</a>`

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const html = (text: string): string =>
  stripBidiControls(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
