'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { usePermission } from '@/components/layout/viewer'
import { Select } from '@/components/ui/inputs/select'
import { toast } from '@/components/ui/overlay/toast'
import { panelMutation } from '@/lib/client/queries'
import { type VatPercent, vatPercents } from '@/lib/domain/usage/vat'

const NET = 'net'

/** Whether statements show VAT and gross amounts beside the net ones. Whoever may see them chooses. */
export function VatField({ percent }: { readonly percent: VatPercent | null }) {
  const t = useTranslations('packs.vat')
  const { allowed } = usePermission('packs.setVat')
  const save = useSaveVat()
  const textOf = (value: VatPercent | null) => (value === null ? t('net') : t('gross', { percent: value }))
  if (!allowed)
    return (
      <p className="border-t px-4 py-2.5 text-sm text-muted">
        {t('label')}: {textOf(percent)}.
      </p>
    )
  const choose = (text: string) =>
    save.mutate({ body: { vat_percent: vatPercents.find((each) => String(each) === text) ?? null } })
  return (
    <div className="border-t px-4 py-3 [&>*]:max-w-md">
      <Select
        label={t('label')}
        hint={t('hint')}
        value={percent === null ? NET : String(percent)}
        disabled={save.isPending}
        onChange={(event) => choose(event.target.value)}
        options={[null, ...vatPercents].map((value) => ({ value: String(value ?? NET), label: textOf(value) }))}
      />
    </div>
  )
}

function useSaveVat() {
  const t = useTranslations('packs.vat')
  const toText = useFailureText()
  const client = useQueryClient()
  return useMutation({
    ...panelMutation('packs.setVat'),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['panel', 'packs'] })
      toast.success(t('saved'))
    },
    onError: (error) => toast.error(t('failed', { reason: toText(error) })),
  })
}
