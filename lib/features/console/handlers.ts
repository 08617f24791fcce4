import { isConsoleName } from '@/lib/contract/console/console-operations'
import { type RequestForm, requestFormOf } from '@/lib/contract/console/request-form'
import { inputsToStore } from '@/lib/contract/console/stored-inputs'
import type { OperationName } from '@/lib/contract/table'
import type { PanelContext, PanelHandler, PanelHandlersOf } from '@/lib/panel/context'
import { inAccount } from '@/lib/storage/engine/account-lock'

import { type ConsoleCall, MAX_CONSOLE_CALLS } from './contract'
import { addConsoleCall, clearConsoleCalls, listConsoleCalls } from './statements'

/** A longer input was not typed by hand, so it is not stored. */
const MAX_INPUT_LENGTH = 8000

const forms = new Map<OperationName, RequestForm>()
function formOf(name: OperationName): RequestForm {
  const form = forms.get(name) ?? requestFormOf(name)
  forms.set(name, form)
  return form
}

const ofCaller = ({ account, user }: PanelContext) => ({ accountId: account.id, userId: user.id })

const list: PanelHandler<'consoleCalls.list'> = async (_input, context) => {
  const rows = await listConsoleCalls(context.storage.db, ofCaller(context), MAX_CONSOLE_CALLS)
  return {
    items: rows.flatMap(({ operation, inputs, is_partial: isPartial, ...row }): ConsoleCall[] =>
      // The operation may have been removed since.
      isConsoleName(operation)
        ? [
            {
              id: row.id,
              operation,
              status: row.status,
              took_ms: row.took_ms,
              units: row.units,
              request_id: row.request_id,
              called_at: row.called_at,
              // Safe: written by `add` below.
              inputs: JSON.parse(inputs) as ConsoleCall['inputs'],
              is_partial: isPartial === 1,
            },
          ]
        : [],
    ),
  }
}

/** Stores only inputs that the fields of the operation allow, whatever the browser sends. */
const add: PanelHandler<'consoleCalls.add'> = async ({ body }, context) => {
  const { stored, isPartial } = inputsToStore(formOf(body.operation), body.inputs)
  const text = JSON.stringify(stored)
  const isLong = text.length > MAX_INPUT_LENGTH
  await inAccount(context, (db) =>
    addConsoleCall(
      db,
      {
        account_id: context.account.id,
        user_id: context.user.id,
        operation: body.operation,
        called_at: context.now.toISOString(),
        status: body.status,
        took_ms: body.took_ms,
        units: body.units,
        request_id: body.request_id,
        inputs: isLong ? '{}' : text,
        is_partial: isPartial || isLong || body.is_partial ? 1 : 0,
      },
      MAX_CONSOLE_CALLS,
    ),
  )
}

const clear: PanelHandler<'consoleCalls.clear'> = async (_input, context) => {
  await inAccount(context, (tx) => clearConsoleCalls(tx, ofCaller(context)))
  return undefined
}

export const consoleCallHandlers: PanelHandlersOf<'consoleCalls'> = {
  'consoleCalls.list': list,
  'consoleCalls.add': add,
  'consoleCalls.clear': clear,
}
