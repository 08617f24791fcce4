import { type Context as HonoContext, Hono } from 'hono'

import type { Operation } from '@/lib/contract/operation'
import { operationNames, operationOf, type OperationName } from '@/lib/contract/table'
import { chargeStore } from '@/lib/storage/charge-store'
import { Charges } from '@/lib/storage/charges'
import { inGroup, inTransaction } from '@/lib/storage/group-commit'

import { admit, identify } from './admission'
import { chargedBy, chargeLast, isChargedLast } from './charged-last'
import type { Context, PanelPrincipal, ServiceDependencies } from './context'
import { toErrorResponse } from './error-response'
import { methodNotAllowed, Refusal } from './errors'
import { handlers } from './handlers'
import { createMeter } from './metering'
import { PathRouter } from './path-router'
import { requestIdOf } from './request-id'
import { readInput } from './request-input'

type Env = { Bindings: { principal?: PanelPrincipal } }
type AnyHandler = (input: Record<string, unknown>, context: Context) => Promise<unknown>

/**
 * The whole HTTP side of the service: the contract's row decides the route, the parsing, the transaction, the status and
 * the shape. Order of the checks: decision 36. The panel's principal comes out of band, as a Hono binding.
 */
export function createApp(dependencies: ServiceDependencies): Hono<Env> {
  const app = new Hono<Env>({ router: new PathRouter() })
  for (const [route, rows] of rowsByRoute()) {
    app.all(route, (c) => {
      // Hono would answer HEAD with the GET row, which would run and charge it for a body that nobody sees.
      const name = rows.get(c.req.method)
      return name
        ? serve({ c, name, operation: operationOf(name), dependencies })
        : refuse(c, methodNotAllowed(c.req.method, [...rows.keys()]), dependencies)
    })
  }
  app.notFound((c) => refuse(c, new Refusal('not_found', 'No such endpoint'), dependencies))
  return app
}

/** Interface 5: under /v1 whoever has no key is told that before anything else. */
async function refuse(c: HonoContext<Env>, refusal: Refusal, dependencies: ServiceDependencies): Promise<Response> {
  const requestId = requestIdOf(c.req.raw)
  try {
    if (c.req.path.startsWith('/v1/')) await identify({ request: c.req.raw, principal: c.env?.principal, dependencies })
    return toErrorResponse(refusal, requestId, dependencies.log)
  } catch (error) {
    return toErrorResponse(error, requestId, dependencies.log)
  }
}

/** One handler a path, which Hono calls at once; its rows by method. A word comes before a parameter in its place. */
function rowsByRoute(): [route: string, rows: Map<string, OperationName>][] {
  const rows = new Map<string, Map<string, OperationName>>()
  for (const name of operationNames) {
    const { method, path } = operationOf(name)
    const route = path.replaceAll(/\{(\w+)\}/g, ':$1')
    const ofRoute = rows.get(route) ?? new Map<string, OperationName>()
    rows.set(route, ofRoute.set(method, name))
  }
  return [...rows].toSorted(([a], [b]) => Number(a.includes(':')) - Number(b.includes(':')))
}

type Call = { c: HonoContext<Env>; name: OperationName; operation: Operation; dependencies: ServiceDependencies }

async function serve(call: Call): Promise<Response> {
  const { c, name, operation, dependencies } = call
  const requestId = requestIdOf(c.req.raw)
  const request = c.req.raw
  try {
    const admitted = await admit({ request, operation, principal: c.env?.principal, dependencies })
    const input = await readInput(request, operation, c.req.param())
    const base = { ...admitted, requestId, request, dependencies, engine: dependencies.storage.engine }
    const answer = await run({ name, operation, input, base })
    return toResponse(answer, { operation, requestId, checkAnswers: dependencies.config.checkAnswers })
  } catch (error) {
    return toErrorResponse(error, requestId, dependencies.log)
  }
}

type Base = Omit<Context, 'db' | 'meter'>
type Run = { name: OperationName; operation: Operation; input: Record<string, unknown>; base: Base }

/**
 * Rows that write or charge run in one transaction with their charge, but for those that are charged last; rows that only
 * read do without.
 */
async function run({ name, operation, input, base }: Run) {
  const { storage } = base.dependencies
  const handler = handlerOf(name)
  if (isChargedLast(handler)) return chargeLast({ operation, name, base }, (context) => handler(input, context))
  const inside = async (db: Context['db'], charges: Charges) => {
    const meter = createMeter({ operation, name, base, charges })
    const answer = await handler(input, { ...base, db, meter })
    meter.close()
    return answer
  }
  const onlyReads = operation.method === 'GET' || operation.reads === true
  if (!onlyReads) return inTransaction(storage, inside)
  if (operation.pool !== null) return inGroup(storage, chargedBy(base), inside)
  return inside(storage.db, new Charges(chargeStore({ db: storage.db, engine: storage.engine })))
}

/** Sound by construction: `handlers` is typed per row where it is written, and `input` was parsed by that row's schemas. */
function handlerOf(name: OperationName): AnyHandler {
  return handlers[name] as AnyHandler
}

function toResponse(
  answer: unknown,
  how: { operation: Operation; requestId: string; checkAnswers: boolean },
): Response {
  const { operation, requestId, checkAnswers } = how
  const body: unknown = checkAnswers ? operation.response.parse(answer) : answer
  const headers = { 'x-request-id': requestId, 'cache-control': 'no-store' }
  if (body instanceof Response) {
    for (const [key, value] of Object.entries(headers)) body.headers.set(key, value)
    return body
  }
  const { status } = operation
  if (operation.produces === 'none') return new Response(null, { status, headers })
  // Of a text and plain headers: `Response.json` copies them, and the adaptor copies them again.
  return new Response(JSON.stringify(body), { status, headers: { ...headers, 'content-type': 'application/json' } })
}
