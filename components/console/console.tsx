'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { Banner } from '@/components/layout/banner'
import { PageHeader } from '@/components/layout/page-header'
import { deferredComponent } from '@/components/ui/lazy/deferred-component'
import { toast } from '@/components/ui/overlay/toast'
import type { ConsoleName, ConsoleOperation } from '@/lib/contract/console/console-operations'
import { consolePath } from '@/lib/domain/routes'
import type { ConsoleCall } from '@/lib/features/console/contract'

import { OperationPanel, type OperationPanelProps } from './operation-panel'
import { OperationList } from './operations/operation-list'
import type { SavedRequestInputs } from './request/use-request-draft'

const CallsCard = deferredComponent(async () => (await import('./history/calls-card')).CallsCard)

interface ConsoleProps extends Pick<OperationPanelProps, 'form' | 'example' | 'server'> {
  readonly operations: readonly ConsoleOperation[]
  readonly chosen: ConsoleOperation
  /** The operation in the address, if it does not exist. */
  readonly unknown: string | undefined
}

/** Calls any operation of the service as this account, at its price, within the user's role. */
export function Console({ operations, chosen, form, example, server, unknown }: ConsoleProps) {
  const t = useTranslations('console')
  const router = useRouter()
  // The inputs of every operation are retained while the page is open.
  const [saved] = useState(() => new Map<ConsoleName, SavedRequestInputs>())
  const [version, setVersion] = useState(0)
  const repeat = (call: ConsoleCall) => {
    saved.set(call.operation, { inputs: call.inputs })
    setVersion(version + 1)
    toast.success(t(call.is_partial ? 'history.repeatedPartly' : 'history.repeated'))
    window.scrollTo({ top: 0 })
    if (call.operation !== chosen.name) router.push(asRoute(consolePath(call.operation)), { scroll: false })
  }
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      {unknown !== undefined && (
        <Banner tone="warn" className="mb-4">
          {t('unknown', { name: unknown })}
        </Banner>
      )}
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <OperationList operations={operations} chosen={chosen} />
        <div className="min-w-0 space-y-4">
          <OperationPanel
            key={`${chosen.name} ${version}`}
            operation={chosen}
            form={form}
            example={example}
            server={server}
            saved={saved.get(chosen.name) ?? {}}
            onSave={(next) => saved.set(chosen.name, next)}
          />
          <CallsCard onRepeat={repeat} />
        </div>
      </div>
    </>
  )
}
