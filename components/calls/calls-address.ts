import { defineAddress, id, key, number, oneOf, type SearchOf } from '@/lib/domain/address'
import { refusedStatuses } from '@/lib/domain/calls/refused-calls'

const REQUEST_ID = /^[\w-]{8,64}$/
export const isRequestId = (text: string): boolean => REQUEST_ID.test(text)

export const callsAddress = defineAddress({
  status: oneOf([0, ...refusedStatuses], 0),
  key: id,
  request: key(REQUEST_ID),
  before: number(1, Number.MAX_SAFE_INTEGER),
})
export type CallsSearch = SearchOf<typeof callsAddress>

const PAGE = 50

export function toCallsQuery({ status, key: keyId, request, before }: CallsSearch) {
  return {
    query: {
      limit: PAGE,
      ...(status !== 0 && { status }),
      ...(keyId !== undefined && { key: keyId }),
      ...(request !== undefined && { request_id: request }),
      ...(before !== undefined && { before }),
    },
  }
}
