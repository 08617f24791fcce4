import type { AddressCodec } from '@/components/ui/address/use-address-search'
import type { RuleKindName } from '@/lib/contract/panel/rule-conditions'

import { conditions } from './rule-draft'

/** Undefined: rules of every kind. */
interface KindSearch {
  readonly kind: RuleKindName | undefined
}

export const isRuleKind = (text: string): text is RuleKindName => Object.hasOwn(conditions, text)

/** Which kind of rules the page shows, in its address. */
export const kindSearch: AddressCodec<KindSearch> = {
  read: (params) => {
    const kind = params.get('kind') ?? ''
    return { kind: isRuleKind(kind) ? kind : undefined }
  },
  write: ({ kind }) => (kind === undefined ? '' : `?kind=${kind}`),
}
