import type { Operation } from '@/lib/contract/operation'
import { type Input, operationOf, type OperationName, type Output } from '@/lib/contract/table'
import { chargeStore } from '@/lib/service/metering/statements/charge-store'
import { Charges } from '@/lib/service/metering/statements/charges'
import { lockAccount } from '@/lib/storage/engine/account-lock'

import { handlers } from './handlers'
import type { Context, WriteSteps } from './http/context'
import type { ChargedAnswer } from './metering/charged-last'
import { createMeter } from './metering/metering'

type Write = {
  readonly row: { readonly name: OperationName }
  readonly params: Readonly<Record<string, string>>
  readonly input: Readonly<Record<string, unknown>>
  readonly base: Omit<Context, 'db' | 'meter'>
  readonly db: Context['db']
}

/** Executes a write by a key and records it in the account's audit log; the panel records its own writes. */
export async function recordWrite(
  { row, params, input, base, db }: Write,
  write: () => Promise<ChargedAnswer>,
): Promise<ChargedAnswer> {
  const { caller, address = null, requestId, now, dependencies } = base
  const { writeLog } = dependencies
  if (caller.via === 'panel' || writeLog === undefined) return write()
  // The account is locked before anything else in every transaction.
  const tx = await lockAccount(db, caller.key.account_id)
  let chargedAnswer: ChargedAnswer | undefined
  const steps: WriteSteps = {
    callOperation: (name, operationInput) => runWithin(name, operationInput, { ...base, db }),
    write: async () => {
      chargedAnswer = await write()
      return chargedAnswer.answer
    },
  }
  const keyWrite = { name: row.name, key: caller.key, params, body: input['body'], address, requestId, now }
  await writeLog.record(tx, keyWrite, steps)
  if (chargedAnswer === undefined) throw new Error(`${row.name} was not carried out`)
  return chargedAnswer
}

type AnyHandler = (input: Record<string, unknown>, context: Context) => Promise<unknown>

/** Runs an operation that only reads and charges nothing within an existing transaction. */
async function runWithin<N extends OperationName>(
  name: N,
  input: Input<N>,
  base: Omit<Context, 'meter'>,
): Promise<Output<N>> {
  const operation = operationOf(name)
  const charges = new Charges(chargeStore(base.db))
  const meter = createMeter({ name, operation, base, charges })
  // Safe: each handler is typed where it is defined, and `input` is parsed by the schemas of the same operation.
  const handler = handlers[name] as AnyHandler
  // Safe: the handler of an operation returns the output of that operation.
  return (await handler(parseInput(operation, input), { ...base, meter })) as Output<N>
}

function parseInput({ params, query, body }: Operation, input: object): Record<string, unknown> {
  const inputValues = new Map<string, unknown>(Object.entries(input))
  return Object.fromEntries(
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema ? [[part, schema.parse(inputValues.get(part))]] : [],
    ),
  )
}
