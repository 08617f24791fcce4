import * as z from 'zod'

import { ApiError, type ApiErrorDetails, type FieldError } from '@/lib/domain/api-error'

const issues = z.array(
  z.looseObject({
    loc: z.array(z.union([z.string(), z.number()])).default([]),
    msg: z.string().default(''),
    type: z.string().default('value_error'),
    ctx: z.record(z.string(), z.unknown()).optional().catch(undefined),
  }),
)
const described = z.looseObject({ code: z.string().optional(), message: z.string().optional() })
const body = z.looseObject({ detail: z.union([z.string(), issues, described]) })

/**
 * Reads an error response whose `detail` is a string, a list (interface section 2.13, body of 422) or an object
 * (decision 7, error bodies), or any other body.
 */
export async function readApiError(response: Response): Promise<ApiError> {
  const payload: unknown = await response.json().catch(() => undefined)
  const read = body.safeParse(payload)
  const base = {
    status: response.status,
    code: `http_${response.status}`,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterS: retryAfterOf(response),
  }
  return read.success ? fromDetail(read.data.detail, base) : new ApiError(`HTTP ${response.status}`, base)
}

function fromDetail(detail: z.infer<typeof body>['detail'], base: ApiErrorDetails): ApiError {
  if (typeof detail === 'string') return new ApiError(detail, base)
  if (Array.isArray(detail)) {
    const fields: FieldError[] = detail.map(({ loc, msg, type, ctx }) => ({
      path: loc.slice(1),
      message: msg,
      type,
      ...(ctx && { ctx }),
    }))
    return new ApiError(fields[0]?.message ?? `HTTP ${base.status}`, { ...base, code: 'invalid_input', fields })
  }
  const { code, message, ...rest } = detail
  return new ApiError(message ?? `HTTP ${base.status}`, { ...base, code: code ?? base.code, detail: rest })
}

/** In seconds; the header holds seconds or an HTTP date. */
function retryAfterOf(response: Response): number | undefined {
  const value = response.headers.get('retry-after')
  if (!value) return undefined
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}
