// Writes graphs of one company as stored answers into the store of a panel, for bench/graph.mjs.
import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'

import Database from 'libsql'

/** A seeded generator: the same numbers in every run. */
function makeRandom(seed) {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return state / 4294967296
  }
}

const idOf = (index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const ROLES = ['shareholder', 'board', 'supervisory_board', 'proxy', 'beneficial_owner']

function toAnswer(count, pairs, random) {
  return {
    root: idOf(0),
    nodes: Array.from({ length: count }, (_, index) => {
      const isPerson = index % 3 === 2
      const krs = isPerson ? null : `000${String(9_000_000 + index)}`
      const name = isPerson ? `Żaneta Źródłowodzka ${index}` : `SPÓŁKA NUMER ${index} SP. Z O.O.`
      return { id: idOf(index), kind: isPerson ? 'person' : 'company', name, krs }
    }),
    edges: pairs.map(([from, to]) => {
      const role = ROLES[Math.floor(random() * ROLES.length)]
      const until = random() < 0.2 ? '2024-05-06' : null
      const share = role === 'shareholder' && until === null ? Math.round(random() * 1000) / 10 : null
      return { from: idOf(from), to: idOf(to), role, share_percent: share, since: '2019-03-04', until }
    }),
    is_cut: false,
  }
}

const tree = (count, branches) =>
  Array.from({ length: count - 1 }, (_, index) => [Math.floor(index / branches), index + 1])

/** The root comes first; edges start at the holder of a role. */
export function makeGraph(kind, count) {
  const random = makeRandom(count)
  const pick = (limit) => Math.floor(random() * limit)
  if (kind === 'hub') {
    const pairs = Array.from({ length: count - 1 }, (_, index) => (index % 4 === 0 ? [0, index + 1] : [index + 1, 0]))
    return toAnswer(count, pairs, random)
  }
  if (kind === 'layered') return toAnswer(count, tree(count, 3), random)
  if (kind === 'chain') return toAnswer(count, tree(count, 1), random)
  // Dense: all nodes are reachable, with four edges for each.
  const pairs = Array.from({ length: count - 1 }, (_, index) => [pick(Math.min(index + 1, 40)), index + 1])
  while (pairs.length < 4 * count) {
    const [from, to] = [pick(count), pick(count)]
    if (from !== to) pairs.push([from, to])
  }
  return toAnswer(count, pairs, random)
}

/** Stores an answer as if `companies.ask` had paid for it. */
export function keepGraph(dataDir, { number, answer, slug = 'demo-pro' }) {
  const db = new Database(join(dataDir, 'registers.db'))
  db.pragma('busy_timeout = 60000')
  try {
    const account = db.prepare('select id from accounts where slug = ?').get(slug)
    const text = JSON.stringify(answer)
    const id = randomUUID()
    const row = {
      id,
      account_id: account.id,
      about: 'company',
      subject: number,
      topic: 'graph',
      series: id,
      asked_at: new Date().toISOString(),
      asked_by: 'owner@demo.test',
      operation: 'graph.get',
      query: JSON.stringify({ krs: number }),
      pool: 'lookups',
      answer: text,
      sha256: createHash('sha256').update(text).digest('hex'),
      request_id: randomUUID(),
      cursor: null,
      page: 0,
      units: 1,
    }
    const columns = Object.keys(row)
    const placeholders = columns.map(() => '?').join(', ')
    db.prepare(`insert into kept_answers (${columns.join(', ')}) values (${placeholders})`).run(...Object.values(row))
  } finally {
    db.close()
  }
}
