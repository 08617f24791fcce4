'use client'

import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import type { ButtonSize } from '@/components/ui/button-style'
import { Icon } from '@/components/ui/icon'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { preload } from '@/components/ui/lazy/load-component'
import type { PanelInput } from '@/lib/features/contract'

const loadDialog = async () => (await import('./bridge-dialog')).BridgeDialog
const BridgeDialog = lazyComponent(loadDialog)

export type BridgeSource = PanelInput<'filterBridges.plan'>['body']['from']

interface BridgeButtonProps {
  /** A function, called on press, because the selection may change while the dialog is open. */
  readonly from: () => BridgeSource
  readonly children: ReactNode
  /** Default name of a new filter. */
  readonly name?: string
  readonly label?: string
  /** True to show only the icon on a phone. */
  readonly isShort?: boolean
  readonly size?: ButtonSize
}

export function BridgeButton({ from, children, name = '', label, isShort = false, size = 'sm' }: BridgeButtonProps) {
  const t = useTranslations('filters-bridge')
  const permission = usePermission('filterBridges.make')
  const [source, setSource] = useState<BridgeSource>()
  return (
    <>
      <Button
        size={size}
        aria-haspopup="dialog"
        aria-label={label}
        title={isShort ? t('action') : undefined}
        disabledReason={permission.reason}
        onPointerEnter={() => preload(loadDialog)}
        onClick={() => setSource(from())}
      >
        {isShort && <Icon name="filter" size={14} className="sm:hidden" />}
        <span className={isShort ? 'max-sm:sr-only' : undefined}>{children}</span>
      </Button>
      {source !== undefined && <BridgeDialog from={source} name={name} onClose={() => setSource(undefined)} />}
    </>
  )
}
