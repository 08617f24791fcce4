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

/** Monitors whose numbers become a filter's. */
export type BridgedFrom = PanelInput<'filterBridges.plan'>['body']['from']

interface BridgeButtonProps {
  /** Asked for when it is pressed: a selection may change behind the dialog. */
  readonly from: () => BridgedFrom
  readonly children: ReactNode
  /** What a new filter is called unless another name is typed. */
  readonly name?: string
  readonly label?: string
  /** Only its icon on a phone. */
  readonly isShort?: boolean
  readonly size?: ButtonSize
}

/** The way from monitors to a filter, in one step. */
export function BridgeButton({ from, children, name = '', label, isShort = false, size = 'sm' }: BridgeButtonProps) {
  const t = useTranslations('filters-bridge')
  const permission = usePermission('filterBridges.make')
  const [asked, setAsked] = useState<BridgedFrom>()
  return (
    <>
      <Button
        size={size}
        aria-haspopup="dialog"
        aria-label={label}
        title={isShort ? t('action') : undefined}
        disabledReason={permission.reason}
        onPointerEnter={() => preload(loadDialog)}
        onClick={() => setAsked(from())}
      >
        {isShort && <Icon name="filter" size={14} className="sm:hidden" />}
        <span className={isShort ? 'max-sm:sr-only' : undefined}>{children}</span>
      </Button>
      {asked !== undefined && <BridgeDialog from={asked} name={name} onClose={() => setAsked(undefined)} />}
    </>
  )
}
