'use client'

import { useFailureText } from '@/components/layout/use-failure-text'
import { usePermission } from '@/components/layout/viewer'
import { toast } from '@/components/ui/overlay/toast'
import { PersonalNumber } from '@/components/ui/personal-number'
import { lazyPanelCall } from '@/lib/client/queries'
import { isMaskedText } from '@/lib/domain/identifiers/masked-text'
import type { RevealBody } from '@/lib/features/personal-data/contract'

interface PersonalValueProps {
  /** The value as the server sent it. A value without a masked number is shown unchanged. */
  readonly masked: string
  readonly source: RevealBody
  readonly className?: string | undefined
}

/**
 * A masked personal number of a record. Users with the permission reveal one at a time, and each reveal is written to
 * the audit log.
 */
export function PersonalValue({ masked, source, className }: PersonalValueProps) {
  const { reason } = usePermission('personal.reveal')
  const toText = useFailureText()
  if (!isMaskedText(masked)) return <span className={className}>{masked}</span>
  const onReveal = async () => {
    return (await lazyPanelCall('personal.reveal', { body: source })).value
  }
  return (
    <PersonalNumber
      // The key masks the number again when another record takes this place.
      key={JSON.stringify(source)}
      masked={masked}
      onReveal={onReveal}
      onFail={(error) => toast.error(toText(error))}
      disabledReason={reason}
      className={className}
    />
  )
}
