import { Webhook } from 'standardwebhooks'

import { startReceiver, type TestReceiver } from '@/lib/testing/delivery/receiver'
import { readMail } from '@/lib/testing/delivery/smtp'

import { expect } from '../support/fixtures'
import { mailingTest } from '../support/mailing'
import { changeStore } from '../support/stored'

/** A rule's digest is sent to a mailbox and to a webhook receiver. */

const test = mailingTest('rule-channels')
let receiver: TestReceiver
test.beforeAll(async () => {
  receiver = await startReceiver()
})
test.afterAll(() => receiver.stop())

const RULE = 'Co godzinę e2e'
const CHANNEL = 'System działu e2e'

test('a digest reaches a mailbox and a webhook receiver, whose signature check accepts it and rejects a changed byte', async ({
  page,
  panel,
  smtp,
  signIn,
  expectAccessible,
}) => {
  test.setTimeout(150_000)
  await signIn('owner')
  const added = await page.request.post('/api/panel/channels', {
    data: { kind: 'webhook', name: CHANNEL, url: receiver.url, is_team: true },
    headers: { origin: panel.url },
  })
  expect(added.status()).toBe(201)
  // Safe: the operation describes this shape.
  const { secret } = (await added.json()) as { secret: string }

  await page.goto('/notifications')
  await page.getByRole('button', { name: 'Nowa reguła' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nowa reguła' })
  await dialog.getByLabel('Nazwa').fill(RULE)
  await dialog.getByRole('radio', { name: 'Co godzinę, jeśli coś jest' }).check()
  await dialog.getByRole('checkbox', { name: 'Tylko w dni robocze' }).uncheck()
  await dialog.getByRole('checkbox', { name: new RegExp(CHANNEL) }).check()
  await expectAccessible(page, 'rule/channels')
  await dialog.getByRole('button', { name: 'Zapisz regułę' }).click()
  const row = page.getByRole('table', { name: 'Powiadomienia' }).getByRole('row').filter({ hasText: RULE })
  await expect(row).toContainText(CHANNEL)

  const act = async (name: string, action: string) => {
    await page.getByRole('button', { name: `Działania: ${name}` }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  await act(RULE, 'Wyślij wiadomość próbną')
  await expect(page.getByText('Wysłano wiadomość próbną do wszystkich odbiorców reguły.').first()).toBeVisible()
  expect(receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual(['test'])

  // Together with events of the sample data these are fewer than a message may contain.
  panel.admin(['sample', 'publish', '--count', '30'])
  const waiting = async () => {
    // Safe: the operation describes this shape.
    const { items } = (await (await page.request.get('/api/panel/rules')).json()) as {
      items: { name: string; waiting: number }[]
    }
    return items.find(({ name }) => name === RULE)?.waiting ?? 0
  }
  await expect.poll(waiting, { timeout: 60_000 }).toBeGreaterThan(0)
  // The times are moved back by an hour, so that the hour of the digest is over.
  const hourBefore = (column: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '-1 hour')`
  changeStore(
    panel,
    `update rule_hits set at = ${hourBefore('at')} where rule_id in (select id from rules where name = ?)`,
    RULE,
  )
  changeStore(panel, `update rules set digest_from = ${hourBefore('digest_from')} where name = ?`, RULE)
  // The rules of the account are checked at once.
  changeStore(
    panel,
    `update rule_looks set due_at = '' where account_id = (select account_id from rules where name = ?)`,
    RULE,
  )

  const digest = () => smtp.mails.map(readMail).find(({ headers }) => headers.includes('(wiadomość zbiorcza)'))
  await expect.poll(() => digest() !== undefined, { timeout: 60_000 }).toBe(true)
  expect(digest()?.headers).toMatch(/Subject: \S.+ \(wiadomość zbiorcza\) – /)
  expect(digest()?.headers).toContain('owner@demo.test')
  expect(digest()?.text).toContain('1: ')
  const posted = () => receiver.received.find(({ body }) => body.includes('"type":"digest"'))
  await expect.poll(() => posted() !== undefined, { timeout: 30_000 }).toBe(true)
  const { body, headers } = posted()!
  const receivedHeaders = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  const verifier = new Webhook(secret)
  expect(verifier.verify(body, receivedHeaders)).toMatchObject({ type: 'digest' })
  const changed = Buffer.from(body)
  changed[changed.length - 2]! ^= 1
  expect(() => verifier.verify(changed.toString(), receivedHeaders)).toThrow('No matching signature')
  expect(body).not.toMatch(/\b\d{11}\b/)

  await act(RULE, 'Co wysłano')
  const sent = page.getByRole('dialog', { name: `Co wysłano: ${RULE}` })
  const sentRows = sent.getByRole('row').filter({ hasText: 'zbiorcza' })
  await expect(sentRows.getByText('wysłano', { exact: true })).toHaveCount(2)
  await expect(sentRows).toContainText(CHANNEL)
  await sent.getByRole('link', { name: 'Doręczenia tej reguły' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Doręczenia')
  await expect(page.getByLabel('Reguła', { exact: true })).toHaveValue(/.+/)
  // A test and a digest, each by e-mail and through the channel.
  await expect(page.getByRole('button', { name: /^Szczegóły: / })).toHaveCount(4)

  await page.getByRole('navigation', { name: 'Powiadomienia' }).getByRole('link', { name: 'Kanały' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kanały powiadomień')
  await act(CHANNEL, 'Usuń')
  const confirm = page.getByRole('alertdialog')
  await expect(confirm).toContainText('Używa go 1 reguła')
  await expect(confirm).toContainText(RULE)
  await expectAccessible(page, 'channel/delete-used')
  await confirm.getByRole('button', { name: 'Usuń kanał' }).click()
  await expect(confirm).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Powiadomienia' }).getByRole('link', { name: 'Reguły' }).click()
  await expect(row).toContainText('kanał usunięty')
  await act(RULE, 'Usuń')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń regułę' }).click()
  await expect(row).toHaveCount(0)
})
