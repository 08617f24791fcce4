import { DOMParser } from '@xmldom/xmldom'

import { expect, test } from '../support/fixtures'

test('feeds are readable at their secret addresses, and no longer after the address is renewed or deleted', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn('compliance')
  await page.goto('/notifications/feeds')
  const create = async (kind: 'calendar' | 'rss', name: string) => {
    await page.getByRole('button', { name: 'Dodaj adres' }).click()
    await page.getByRole('radio', { name: kind === 'rss' ? /^RSS/ : /^Kalendarz/ }).check()
    await page.getByLabel('Nazwa').fill(name)
    await page.getByRole('button', { name: 'Utwórz' }).click()
    const url = await page.getByRole('group', { name: 'Adres' }).innerText()
    if (kind === 'calendar') await expectAccessible(page, 'feed/created')
    await page.getByRole('button', { name: 'Gotowe' }).click()
    return url
  }
  const remove = async (name: string) => {
    await page.getByRole('button', { name: `Usuń adres: ${name}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń adres' }).click()
    await expect(page.getByRole('button', { name: `Usuń adres: ${name}` })).toHaveCount(0)
  }
  const [calendar, rss] = [await create('calendar', 'Terminy'), await create('rss', 'Zdarzenia RSS')]

  const ics = await fetch(calendar)
  expect([ics.status, ics.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  const text = await ics.text()
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n[^]*END:VCALENDAR\s*$/)
  const etag = ics.headers.get('etag') ?? ''
  expect((await fetch(calendar, { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await fetch(calendar, { method: 'POST' })).status).toBe(405)

  const errors: string[] = []
  const parser = new DOMParser({ onError: (_level, message) => errors.push(message) })
  const feed = parser.parseFromString(await (await fetch(rss)).text(), 'text/xml')
  expect(errors).toEqual([])
  expect(feed.getElementsByTagName('item').length).toBeGreaterThan(0)

  await page.getByRole('button', { name: 'Zmień na nowy: Terminy' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Zmień na nowy' }).click()
  const renewed = await page.getByRole('group', { name: 'Adres' }).innerText()
  await page.getByRole('button', { name: 'Gotowe' }).click()
  expect((await fetch(calendar)).status).toBe(404)
  expect((await fetch(renewed)).status).toBe(200)
  await remove('Terminy')
  await remove('Zdarzenia RSS')
  expect((await fetch(renewed)).status).toBe(404)
})
