import { describe, expect, it } from 'vitest'

import { slackBody, teamsBody } from '@/lib/features/channels/chat-forms'
import { newSecret, webhookBody, webhookHeaders } from '@/lib/features/channels/webhook-form'

import type { Message } from './message'

const message: Message = {
  id: 'msg_1',
  type: 'digest',
  at: '2026-11-20T11:00:00.000Z',
  title: '<!channel> *bold* & more',
  items: [{ title: '<https://evil.test|click>', lines: ['@here _x_ `y`', '<@U1>'], url: 'https://p.test/a?b=1&c=2' }],
  more: 0,
  url: 'https://p.test/|x>',
  data: { ids: ['a'] },
}
const messageWithItems = (count: number, size = 10): Message => ({
  ...message,
  items: Array.from({ length: count }, (_, index) => ({
    id: `${index}`,
    title: 'ą'.repeat(size),
    lines: ['&'.repeat(size)],
  })),
})

type Block = { type: string; text?: { type: string; text: string }; elements?: { type: string; text: string }[] }
const blocksOf = (body: string) => (JSON.parse(body) as { blocks: Block[] }).blocks

describe('a Slack message', () => {
  it('puts external text only into escaped plain text', () => {
    const body = slackBody(message, 'pl')
    expect(body).not.toMatch(/<!|<@|<https:\/\/evil/)
    const marked = blocksOf(body).flatMap(({ elements = [] }) => elements)
    expect(marked.map(({ text }) => text)).toEqual([
      '<https://p.test/a?b=1&amp;c=2|Otwórz w panelu>',
      '<https://p.test/%7Cx&gt;|Otwórz w panelu>',
    ])
    const plain = blocksOf(body).flatMap(({ text }) => text ?? [])
    expect(plain.every(({ type }) => type === 'plain_text')).toBe(true)
    expect(plain[0]?.text).toBe('&lt;!channel&gt; *bold* &amp; more')
    expect(JSON.parse(body)).toMatchObject({ mrkdwn: false, unfurl_links: false })
  })

  it('links the page of its only item once', () => {
    const [item] = message.items
    const body = slackBody({ ...message, url: item!.url! }, 'pl')
    expect(blocksOf(body).flatMap(({ elements = [] }) => elements)).toHaveLength(1)
  })

  it("stays within Slack's limits and counts the items that it leaves out", () => {
    const blocks = blocksOf(slackBody({ ...messageWithItems(100, 5000), title: '&'.repeat(500), more: 7 }, 'en'))
    expect(blocks.length).toBeLessThanOrEqual(50)
    expect(blocks[0]?.text?.text.length).toBeLessThanOrEqual(150)
    for (const { text } of blocks) expect(text?.text.length ?? 0).toBeLessThanOrEqual(3000)
    for (const { text } of blocks) expect(text?.text ?? '').not.toMatch(/&(?!amp;|lt;|gt;)/)
    expect(JSON.stringify(blocks)).toContain('Further items: 87')
  })
})

describe('a Teams card', () => {
  it('contains no text block that interprets markup', () => {
    const body = teamsBody(message, 'pl')
    expect(body).not.toContain('"TextBlock"')
  })

  it('can be read by a workflow as attachments and as a card itself', () => {
    const sent = JSON.parse(teamsBody(message, 'pl')) as { attachments: { contentType: string; content: object }[] }
    const { attachments, ...card } = sent
    expect(attachments).toEqual([
      { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card },
    ])
    expect(card).toMatchObject({ type: 'AdaptiveCard', version: '1.4', actions: [{ type: 'Action.OpenUrl' }] })
    expect(JSON.stringify(card)).toContain('<!channel> *bold* & more')
  })

  it('stays below 27 kB and counts the items that it leaves out', () => {
    const body = teamsBody(messageWithItems(50, 900), 'pl')
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(27_000)
    expect(body).toMatch(/Pozostałe pozycje: \d+/)
  })
})

describe('a webhook', () => {
  it('stays below 20 kB and counts the identifiers that it leaves out', () => {
    const ids = Array.from({ length: 5000 }, (_, index) => `identifier-${index}`)
    const body = webhookBody({ ...message, more: 3, data: { ids, kind: 'x' } }, 4)
    expect(Buffer.byteLength(body)).toBeLessThan(20_000)
    const { data, sequence } = JSON.parse(body) as {
      data: { ids: string[]; more: number; kind: string }
      sequence: number
    }
    expect(data.ids.length + data.more).toBe(5003)
    expect([data.kind, sequence]).toEqual(['x', 4])
    expect(Buffer.byteLength(webhookBody({ ...message, data: { text: 'ż'.repeat(30_000) } }, 1))).toBeLessThan(20_000)
  })

  it('has a secret of 32 random bytes and one signature for each secret', () => {
    const secrets = [newSecret(), newSecret()]
    expect(Buffer.from(secrets[0]!.slice(6), 'base64')).toHaveLength(32)
    const headers = webhookHeaders({ id: 'msg_1', body: '{}', now: new Date(), secrets })
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2)
  })
})
