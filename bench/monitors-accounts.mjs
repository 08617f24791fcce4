// Accounts with the number of monitors for `npm run bench:monitors`, created as an operator and an API client would.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { ROOT } from './app.mjs'

const PASSWORD = 'bench-password-123'
const PER_CALL = 1000
const TAGS = ['dostawcy', 'klienci', 'ryzyko A', 'kluczowi', 'do przeglądu', 'windykacja', 'transport', 'medyczne']
const TRADES = [
  'Hurtownia',
  'Piekarnia',
  'Stolarnia',
  'Żegluga',
  'Łódzkie Zakłady',
  'Drukarnia',
  'Mleczarnia',
  'Odlewnia',
]
const PLACES = ['Wisła', 'Świętokrzyska', 'Gdańsk', 'Łódź', 'Bóbr', 'Kujawy', 'Śląsk', 'Podhale', 'Mazowsze']

/** Creates the owner of a new enterprise account with `count` monitors; returns the input of `signIn`. */
export async function makeAccount(app, slug, count) {
  const env = { ...process.env, DATA_DIR: app.dataDir, LOG_LEVEL: 'error' }
  const admin = async (args, input = '') => {
    const run = promisify(execFile)(process.execPath, ['scripts/admin.mjs', ...args], { cwd: ROOT, env })
    run.child.stdin.end(input)
    return (await run).stdout
  }
  const email = `owner@${slug}.test`
  await admin(['account', 'create', slug, '--name', slug, '--plan', 'enterprise', '--limit', `monitors=${count}`])
  await admin(['user', 'create', email, '--account', slug, '--role', 'owner', '--password-stdin'], PASSWORD)
  const key = (await admin(['key', 'create', '--account', slug, '--name', 'bench'])).trim()
  await fill(app, key, count)
  return { email, password: PASSWORD }
}

async function fill(app, key, count) {
  const call = async (path, body) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const answer = await fetch(`${app.apiUrl}/v1${path}`, body ? { method: 'POST', headers, body } : { headers })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  for (let from = 1; from <= count; from += PER_CALL) {
    const numbers = Array.from({ length: Math.min(PER_CALL, count - from + 1) }, (_, index) => from + index)
    await call('/monitors/bulk', JSON.stringify({ items: numbers.map(toItem) }))
  }
  await tagSome(call)
}

const toItem = (number) => ({
  identifier_type: 'krs',
  identifier_value: String(number).padStart(10, '0'),
  label: `${TRADES[number % TRADES.length]} ${PLACES[number % PLACES.length]} ${number} sp. z o.o.`,
})

/** Two tags for most monitors, none for some. */
async function tagSome(call) {
  const idsByTag = new Map(TAGS.map((tag) => [tag, []]))
  let cursor
  let number = 0
  do {
    const page = await call(`/monitors?limit=1000${cursor ? `&cursor=${cursor}` : ''}`)
    for (const { id } of page.items) {
      number += 1
      if (number % 5 === 0) continue
      idsByTag.get(TAGS[number % TAGS.length]).push(id)
      idsByTag.get(TAGS[(number * 3 + 1) % TAGS.length]).push(id)
    }
    cursor = page.next_cursor
  } while (cursor)
  for (const [tag, ids] of idsByTag) {
    for (let at = 0; at < ids.length; at += 10_000) {
      await call('/monitors/bulk-tag', JSON.stringify({ ids: ids.slice(at, at + 10_000), add: [tag] }))
    }
  }
}
