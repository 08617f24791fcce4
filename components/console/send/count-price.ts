import type { ConsoleOperation } from '@/lib/contract/console/console-operations'
import type { RequestInputs } from '@/lib/contract/console/kept-inputs'
import type { RequestForm } from '@/lib/contract/console/request-form'

/** How many calls, identifiers or items a request pays for at most; undefined where only the answer tells. */
export function countPaid({ call }: ConsoleOperation, form: RequestForm, inputs: RequestInputs): number | undefined {
  if (call === undefined) return 0
  if (call.by === 'call') return 1
  if (call.by === 'identifier') return sizeOf(inputs.body?.['identifiers'])
  const limit = form.query.find(({ name }) => name === 'limit')
  if (limit === undefined) return call.most
  const typed = inputs.query?.['limit'] ?? limit.fallback
  return typeof typed === 'string' && /^\d{1,7}$/.test(typed) ? Number(typed) : call.most
}

const sizeOf = (value: unknown): number => (Array.isArray(value) ? Math.max(1, value.length) : 1)
