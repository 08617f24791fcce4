import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readMail, startSmtp, type TestSmtp } from '@/lib/testing/delivery/smtp'
import { containing } from '@/lib/testing/matchers'
import { makeAuthority, trust } from '@/lib/testing/tls'

import { MailServerAway } from './mail-server'
import { createMailer, MailRefused, withDefaultTimeouts } from './mailer'
import { readSender } from './sender'

const mailOf = (id = '1') => ({
  id,
  to: 'reader@example.test',
  subject: 'S',
  text: 'T',
  html: 'H',
  unsubscribeUrl: undefined,
})
const from = { name: 'Panel', address: 'panel@example.test' }

function recordingLogger() {
  const lines: Record<string, unknown>[] = []
  const log = pino(
    { level: 'info' },
    { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) },
  )
  return { log, lines }
}

// Case D08 of lib/testing/cases/README.md
describe('the sender of mails', () => {
  let smtp: TestSmtp
  beforeAll(async () => {
    smtp = await startSmtp()
  })
  afterAll(() => smtp.stop())

  it.each([
    ['Acme, Panel <alerts@example.com>', 'Acme, Panel'],
    ['Panel (produkcja) <alerts@example.com>', 'Panel (produkcja)'],
    ['Panel: alerty; pilne <alerts@example.com>', 'Panel: alerty; pilne'],
    ['"Acme, Panel" <alerts@example.com>', 'Acme, Panel'],
    ['"Acme \\"Panel\\" \\\\ sp." <alerts@example.com>', 'Acme "Panel" \\ sp.'],
    ['Acme "Panel" sp. z o.o. <alerts@example.com>', 'Acme "Panel" sp. z o.o.'],
    ['Zażółć gęślą jaźń, Łódź (księgowość) <alerts@example.com>', 'Zażółć gęślą jaźń, Łódź (księgowość)'],
    ['a@b, "c" <alerts@example.com>', 'a@b, "c"'],
    ['<alerts@example.com>', ''],
    ['alerts@example.com', ''],
  ])('%s arrives unchanged', async (set, name) => {
    const sender = readSender(set)
    expect(sender).toEqual({ name, address: 'alerts@example.com' })
    smtp.mails.length = 0
    await createMailer({ url: smtp.url, from: sender! }, pino({ level: 'silent' })).send(mailOf())
    const [mail] = smtp.mails
    const [, arrived = ''] = /^From: (.*)$/m.exec(readMail(mail!).headers) ?? []
    expect(readSender(arrived)).toEqual(sender)
    expect(mail?.from).toBe('alerts@example.com')
  })

  it.each([
    'Panel',
    'a@b.test\nBcc: c@d.test',
    'x\r\nBcc: y <a@b.test>',
    'x\u2028y <a@b.test>',
    'a b@c.test',
    'Panel <a@b.test> x',
  ])('%j is rejected', (text) => {
    expect(readSender(text)).toBeUndefined()
  })
})

describe('a mail server that accepts no mails', () => {
  const clock = { ms: 0 }
  const mailerFor = (url: string) => {
    clock.ms = 0
    const { log, lines } = recordingLogger()
    const mailer = createMailer({ url, from }, log, () => clock.ms)
    return { mailer, server: mailer.server!, lines }
  }

  it('is unavailable after one failed mail, is checked again later, and its recovery is logged', async () => {
    const first = await startSmtp()
    await first.stop()
    const { mailer, server, lines } = mailerFor(first.url)
    await expect(mailer.send(mailOf())).rejects.toBeInstanceOf(MailServerAway)
    await expect(mailer.send(mailOf())).rejects.toBeInstanceOf(MailServerAway)
    expect([server.isAway(), await server.isReady()]).toEqual([true, false])
    clock.ms += 60_000
    expect(await server.isReady()).toBe(false)
    const smtp = await startSmtp({ port: first.port })
    // The last check was just now.
    expect(await server.isReady()).toBe(false)
    clock.ms += 60_000
    expect(await server.isReady()).toBe(true)
    expect(server.isAway()).toBe(false)
    expect(smtp.mails).toEqual([])
    expect(lines).toMatchObject([
      { level: 40, server: `127.0.0.1:${first.port}`, reason: containing('ECONNREFUSED') },
      { level: 30, seconds: 120, failures: 3 },
    ])
    expect(JSON.stringify(lines)).not.toContain('stack')
    await smtp.stop()
  })

  it('is unavailable if it rejects the password, which is not logged', async () => {
    const smtp = await startSmtp({ password: 'right' })
    const { mailer, server, lines } = mailerFor(`smtp://panel:wrong-password@127.0.0.1:${smtp.port}`)
    await expect(mailer.send(mailOf())).rejects.toBeInstanceOf(MailServerAway)
    expect(server.isAway()).toBe(true)
    clock.ms += 60_000
    expect(await server.isReady()).toBe(false)
    expect(lines).toMatchObject([{ reason: containing('535') }])
    expect(JSON.stringify(lines)).not.toContain('wrong-password')
    await smtp.stop()
  })

  it('that rejects the sender is tried again with a mail, but only after a wait', async () => {
    const smtp = await startSmtp()
    smtp.refuseSender({ code: 550, message: 'not from you' })
    const { mailer, server, lines } = mailerFor(smtp.url)
    for (let round = 0; round < 3; round += 1) {
      await expect(mailer.send(mailOf())).rejects.toBeInstanceOf(MailServerAway)
      expect([server.isAway(), server.mayTry(), await server.isReady()]).toEqual([true, false, false])
      clock.ms += 60_000
      // The server answers, but only a mail shows whether it accepts the sender.
      expect([await server.isReady(), server.isAway()]).toEqual([true, true])
    }
    smtp.refuseSender(undefined)
    await mailer.send(mailOf())
    expect(server.isAway()).toBe(false)
    expect(lines.map(({ level }) => level)).toEqual([40, 30])
    await smtp.stop()
  })

  it('stays available after it rejects or defers one mail, but not when it shuts down', async () => {
    const smtp = await startSmtp()
    const { mailer, server, lines } = mailerFor(smtp.url)
    smtp.refuse({ code: 550, message: 'no such mailbox' })
    await expect(mailer.send(mailOf())).rejects.toBeInstanceOf(MailRefused)
    smtp.refuse({ code: 451, message: 'come back later' })
    await expect(mailer.send(mailOf())).rejects.not.toBeInstanceOf(MailServerAway)
    smtp.refuse({ code: 421, message: 'shutting down' })
    expect([server.isAway(), lines]).toEqual([false, []])
    await expect(mailer.send(mailOf())).rejects.toBeInstanceOf(MailServerAway)
    expect(server.isAway()).toBe(true)
    await smtp.stop()
  })

  it('is logged with the certificate that has expired, and when', async () => {
    const authority = await makeAuthority()
    const notBefore = new Date('2026-01-02T03:04:05Z')
    const notAfter = new Date('2026-02-03T04:05:06Z')
    const smtp = await startSmtp({ certificate: await authority.issue(['mail.example.test'], { notBefore, notAfter }) })
    const distrust = trust(authority.pem)
    const { mailer, lines } = mailerFor(smtp.url)
    await expect(mailer.send(mailOf())).rejects.toBeInstanceOf(MailServerAway)
    await expect.poll(() => lines).toHaveLength(1)
    expect(lines[0]?.['reason']).toMatch(
      /certificate has expired; the certificate of 127\.0\.0\.1 \("mail\.example\.test", issued by "Authority of the tests"\) is valid from 2026-01-02T03:04:05\.000Z until 2026-02-03/,
    )
    distrust()
    await smtp.stop()
  })

  it('that accepts connections but sends nothing fails within seconds', async () => {
    expect(withDefaultTimeouts('smtp://u:p%40@mail.test:587?tls.servername=a&socketTimeout=9')).toBe(
      'smtp://u:p%40@mail.test:587?tls.servername=a&socketTimeout=9&dnsTimeout=5000&connectionTimeout=5000&greetingTimeout=10000',
    )
    const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    // The address of a TCP server is never a pipe name.
    const { port } = silent.address() as AddressInfo
    const { mailer, server } = mailerFor(`smtp://127.0.0.1:${port}?greetingTimeout=200`)
    await expect(mailer.send(mailOf())).rejects.toThrow('Greeting never received')
    expect(server.isAway()).toBe(true)
    silent.close()
  })
})
