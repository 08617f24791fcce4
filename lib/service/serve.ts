import { type Context as HonoContext, Hono } from 'hono'

import type { Operation } from '@/lib/contract/operation'
import { operationNames, operationOf, type OperationName } from '@/lib/contract/table'
import { chargeStore } from '@/lib/storage/charge-store'
import { Charges } from '@/lib/storage/charges'
import { inGroup, inTransaction } from '@/lib/storage/group-commit'

import { admit, identify } from './admission'
import { chargedBy, chargeLast, chargeNever, type Done, isChargedLast } from './charged-last'
import type { AddTrailers, Context, PanelPrincipal, ServiceDependencies } from './context'
import { toErrorResponse } from './error-response'
import { methodNotAllowed, Refusal, unitHeaders } from './errors'
import { handlers } from './handlers'
import { createMeter } from './metering'
import { PathRouter } from './path-router'
import { requestIdOf } from './request-id'
import { readInput } from './request-input'

type Bindings = { principal?: PanelPrincipal; addTrailers?: AddTrailers }
type Env = { Bindings: Bindings }
type AnyHandler = (input: Record<string, unknown>, context: Context) => Promise<unknown>

/**
 * The whole HTTP side of the service: the contract's row decides the route, the parsing, the transaction, the status and
 * the shape. Order of the checks: decision 36. The panel's principal comes out of band, as a Hono binding.
 */
export function createApp(dependencies: ServiceDependencies): Hono<Env> {
  const app = new Hono<Env>({ router: new PathRouter() })
  for (const [route, rows] of rowsByRoute()) {
    app.all(route, (c) => {
      const { method } = c.req
      const isHead = method === 'HEAD'
      const name = rows.get(isHead ? 'GET' : method)
      return name
        ? serve({ c, name, operation: operationOf(name), isHead, dependencies })
        : refuse(c, methodNotAllowed(method, [...rows.keys()]), dependencies)
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

type Call = {
  readonly c: HonoContext<Env>
  readonly name: OperationName
  readonly operation: Operation
  /** The answer without its body: never charged. */
  readonly isHead: boolean
  readonly dependencies: ServiceDependencies
}

async function serve(call: Call): Promise<Response> {
  const { c, name, operation, isHead, dependencies } = call
  const requestId = requestIdOf(c.req.raw)
  const request = c.req.raw
  try {
    const admitted = await admit({ request, operation, principal: c.env?.principal, dependencies })
    const input = await readInput(request, operation, c.req.param())
    const addTrailers = isHead ? undefined : c.env?.addTrailers
    const base = { ...admitted, requestId, request, addTrailers, dependencies, engine: dependencies.storage.engine }
    const done = await run({ name, operation, input, isHead, base })
    const response = toResponse(done, { operation, requestId, checkAnswers: dependencies.config.checkAnswers })
    return isHead ? await withoutBody(response) : response
  } catch (error) {
    return toErrorResponse(error, requestId, dependencies.log)
  }
}

type Base = Omit<Context, 'db' | 'meter'>
type Run = {
  readonly name: OperationName
  readonly operation: Operation
  readonly input: Record<string, unknown>
  readonly isHead: boolean
  readonly base: Base
}

/**
 * Rows that write or charge run in one transaction with their charge, but for those that are charged last; rows that only
 * read do without.
 */
async function run({ name, operation, input, isHead, base }: Run): Promise<Done> {
  const { storage } = base.dependencies
  const handler = handlerOf(name)
  const call = { operation, name, base }
  if (isHead && operation.pool !== null) return chargeNever(call, (context) => handler(input, context))
  if (isChargedLast(handler)) return chargeLast(call, (context) => handler(input, context))
  const inside = async (db: Context['db'], charges: Charges): Promise<Done> => {
    const meter = createMeter({ ...call, charges })
    const answer = await handler(input, { ...base, db, meter })
    return { answer, spent: meter.close() }
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
  { answer, spent }: Done,
  how: { operation: Operation; requestId: string; checkAnswers: boolean },
): Response {
  const { operation, requestId, checkAnswers } = how
  const body: unknown = checkAnswers ? operation.response.parse(answer) : answer
  const headers = { 'x-request-id': requestId, 'cache-control': 'no-store', ...(spent && unitHeaders(spent)) }
  if (body instanceof Response) {
    for (const [key, value] of Object.entries(headers)) body.headers.set(key, value)
    return body
  }
  const { status } = operation
  if (operation.produces === 'none') return new Response(null, { status, headers })
  // Of a text and plain headers: `Response.json` copies them, and the adaptor copies them again.
  return new Response(JSON.stringify(body), { status, headers: { ...headers, 'content-type': 'application/json' } })
}

/** With the headers of the body that is left out; what was begun of it is let go. */
async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel()
  return new Response(null, { status: response.status, headers: response.headers })
}
