import type { Operation } from '@/lib/contract/operation'
import { operationNames, operationOf, type OperationName } from '@/lib/contract/table'
import { answerResponse } from '@/lib/http/answer-response'
import { toErrorResponse } from '@/lib/http/error-response'
import { HttpError } from '@/lib/http/errors'
import { readInput } from '@/lib/http/read-input'
import { readRequestId } from '@/lib/http/request-id'
import { ANY_SEGMENT, createRouter, type RouteMatch } from '@/lib/http/router'
import { chargeStore } from '@/lib/service/metering/statements/charge-store'
import { Charges } from '@/lib/service/metering/statements/charges'
import { inGroup, inTransaction } from '@/lib/service/metering/statements/group-commit'
import { type CallLabel, isObserved, measureCall, withRequestId } from '@/lib/telemetry/calls'
import { currentScope, withScope } from '@/lib/telemetry/scope'

import { requireNoPersons } from './accounts/key-limits'
import { admit, identify, noteRefusedKey } from './admission'
import { type IdentifiedCall, noteRefusedCall } from './calls/refused-calls'
import { handlers } from './handlers'
import type { AddTrailers, CallBase, Context, PanelPrincipal, ServiceDependencies } from './http/context'
import { unitHeaders } from './http/errors'
import { maskedAnswer, maskedRefusal, seesPersonalNumbers } from './http/masked-answer'
import { chargeLast, chargeNever, type ChargedAnswer, toChargeGroup } from './metering/charged-last'
import { createMeter } from './metering/metering'
import { recordWrite } from './record-write'

type AnyHandler = {
  (input: Record<string, unknown>, context: Context): Promise<unknown>
  readonly prepare?: (input: Record<string, unknown>, base: CallBase) => Promise<(context: Context) => Promise<unknown>>
}
type Row = { readonly name: OperationName; readonly operation: Operation }

const router = createRouter<Row>(
  operationNames.map((name) => ({ name, operation: operationOf(name) })),
  { segment: ANY_SEGMENT, hasHead: true },
)

export type Call = {
  readonly request: Request
  /** For calls of the panel, which are authenticated by the session (decision 38, trust in the panel). */
  readonly principal?: PanelPrincipal
  /** Network address of the caller of the public server; undefined if it is unknown. */
  readonly address?: string | undefined
  readonly addTrailers?: AddTrailers | undefined
  /** The trace to which the call belongs, for callers that the operator trusts. */
  readonly traceparent?: string | undefined
}

/**
 * The HTTP layer of the service: the operation determines route, parsing, transaction, status and shape. Decision 36 is
 * the order of the checks.
 */
export function serve(call: Call, dependencies: ServiceDependencies): Promise<Response> {
  const requestId = readRequestId(call.request)
  if (!isObserved()) return withRequestId(requestId, () => route({ ...call, requestId }, dependencies))
  const door = call.principal ? 'panel' : 'service'
  const { traceparent } = call
  return measureCall({ door, requestId, traceparent }, (label) => route({ ...call, requestId, label }, dependencies))
}

async function route(call: TracedCall, dependencies: ServiceDependencies): Promise<Response> {
  const { request, principal, address, requestId, label } = call
  const identified: IdentifiedCall = {}
  let operation: OperationName | null = null
  try {
    const path = pathOf(request.url)
    const found = router.find(request.method, path)
    if (found instanceof HttpError) {
      // Interface section 5 (authentication): under /v1 a missing key is reported before anything else.
      if (path.startsWith('/v1/')) {
        await identify({ request, requestId, principal, address, now: dependencies.clock(), identified, dependencies })
      }
      throw found
    }
    operation = found.row.name
    label?.setOperation(operation)
    return await answer(found, { ...call, identified }, dependencies)
  } catch (error) {
    noteRefusedCall(dependencies, { identified, operation, requestId, error })
    const refusal = toErrorResponse(error, requestId, dependencies.log)
    const { caller } = identified
    return caller === undefined || seesPersonalNumbers(caller) ? refusal : maskedRefusal(refusal)
  }
}

/** The path of the original URL: escaped letters are decoded, escaped separators are not. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const endAt = (mark: string) => {
    const at = url.indexOf(mark, start)
    return at === -1 ? url.length : at
  }
  const path = url.slice(start, Math.min(endAt('?'), endAt('#')))
  return path.includes('%') ? decodePath(path) : path
}

function decodePath(path: string): string {
  try {
    return decodeURI(path.replaceAll('%25', '%2525'))
  } catch {
    return path
  }
}

type TracedCall = Call & { readonly requestId: string; readonly label?: CallLabel }

async function answer(
  { row, params }: RouteMatch<Row>,
  call: TracedCall & { readonly identified: IdentifiedCall },
  dependencies: ServiceDependencies,
): Promise<Response> {
  const { request, principal, addTrailers: trailers, address, requestId, identified } = call
  const admitted = await admit({ request, requestId, row, principal, address, identified, dependencies })
  const { operation } = row
  const isHead = request.method === 'HEAD'
  const input = await readInput(request, operation, params)
  const addTrailers = isHead ? undefined : trailers
  const answerHeaders = new Headers()
  const base = { ...admitted, requestId, request, address, addTrailers, answerHeaders, dependencies }
  requireKeyMaySend(row, input, base)
  const { answer: handlerAnswer, spent } = await run({ row, params, input, isHead, base })
  const checked: unknown = dependencies.config.checkAnswers ? checkedAnswer(operation, handlerAnswer) : handlerAnswer
  const body = operation.unmasked === true || seesPersonalNumbers(base.caller) ? checked : maskedAnswer(checked)
  const cacheControl = cacheControlOf(operation, body)
  const extraHeaders = Object.fromEntries(answerHeaders)
  const headers = {
    'x-request-id': requestId,
    'cache-control': cacheControl,
    ...(spent && unitHeaders(spent)),
    ...extraHeaders,
  }
  const response = answerResponse(body, operation, headers)
  return isHead ? withoutBody(response) : response
}

const isEventStream = ({ eventStream }: Operation, handlerAnswer: unknown): boolean =>
  eventStream !== undefined && handlerAnswer instanceof Response

const checkedAnswer = (operation: Operation, handlerAnswer: unknown): unknown =>
  isEventStream(operation, handlerAnswer) ? handlerAnswer : operation.response.parse(handlerAnswer)

/** Compression by a proxy would buffer events until it has enough of them. */
const cacheControlOf = (operation: Operation, handlerAnswer: unknown): string =>
  isEventStream(operation, handlerAnswer) ? 'no-store, no-transform' : 'no-store'

/** The checks of a key's scope that need the input. */
function requireKeyMaySend(row: Row, input: Record<string, unknown>, base: Run['base']): void {
  const { caller, request } = base
  if (caller.via === 'panel') return
  try {
    requireNoPersons(caller.key, request, input)
  } catch (error) {
    noteRefusedKey({ ...base, row, principal: undefined }, { key: caller.key, fault: 'scope' })
    throw error
  }
}

type Run = {
  readonly row: Row
  readonly params: Readonly<Record<string, string>>
  readonly input: Record<string, unknown>
  readonly isHead: boolean
  readonly base: CallBase
}

/** Executes the call as its operation's `execution` prescribes. */
async function run(operationRun: Run): Promise<ChargedAnswer> {
  const { row, input, isHead, base } = operationRun
  const { storage } = base.dependencies
  const { execution, pool } = row.operation
  // Safe: each handler is typed where it is defined, and `input` was parsed by the schemas of the same operation.
  const handler = handlers[row.name] as AnyHandler
  const runHandler = (await handler.prepare?.(input, base)) ?? ((context: Context) => handler(input, context))
  const call = { ...row, base }
  if (isHead && pool !== null) return chargeNever(call, runHandler)
  const scope = currentScope()
  const runIn = async (db: Context['db'], charges: Charges): Promise<ChargedAnswer> => {
    const meter = createMeter({ ...call, charges })
    // Calls that share a transaction run in the async context of the first one, so each restores its scope.
    const handlerAnswer = await withScope(scope, () => runHandler({ ...base, db, meter }))
    return { answer: handlerAnswer, spent: meter.close() }
  }
  switch (execution) {
    case 'reads':
      return runIn(storage.db, new Charges(chargeStore(storage.db)))
    case 'writes':
      return inTransaction(storage, (db, charges) => recordWrite({ ...operationRun, db }, () => runIn(db, charges)))
    case 'charges':
    case 'streams':
      return inGroup(storage, toChargeGroup(base), runIn)
    case 'charges-last':
      return chargeLast(call, runHandler)
  }
}

/** Answers with the headers of the omitted body, and cancels the body. */
async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel()
  return new Response(null, { status: response.status, headers: response.headers })
}
