'use client'

import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { SearchField } from '@/components/ui/inputs/search-field'
import { Select } from '@/components/ui/inputs/select'
import { useCountValues } from '@/components/ui/use-count-values'

import { type ListOrder, listOrders } from './order-values'

interface ListToolsProps {
  readonly listName: string
  readonly isNamed: boolean
  readonly order: ListOrder
  readonly text: string
  readonly isFinding: boolean
  readonly found: number
  readonly of: number
  readonly onOrder: (order: ListOrder) => void
  readonly onText: (text: string) => void
  readonly onCopy: () => void
  /** Removes the matching values; undefined for read-only users. */
  readonly onRemove: (() => void) | undefined
}

export function ListTools({ listName, isNamed, order, text, isFinding, ...props }: ListToolsProps) {
  const t = useTranslations('filters.browse')
  const countValues = useCountValues()
  const { found, of, onOrder, onText, onCopy, onRemove } = props
  const orders = listOrders.filter((each) => isNamed || each !== 'name')
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1 basis-40 max-sm:basis-full">
          <SearchField
            label={t('find', { list: listName })}
            placeholder={t(isNamed ? 'findPlaceholderNamed' : 'findPlaceholder')}
            value={text}
            onChange={onText}
          />
        </div>
        <div className="w-52 max-sm:min-w-0 max-sm:flex-1">
          <Select
            label={t('order', { list: listName })}
            isLabelHidden
            value={order}
            options={orders.map((value) => ({ value, label: t(`orders.${value}`) }))}
            onChange={({ target: { value } }) => onOrder(listOrders.find((each) => each === value) ?? 'attention')}
          />
        </div>
        <Button variant="ghost" iconOnly aria-label={t('copy', { list: listName })} onClick={onCopy}>
          <Icon name="copy" />
        </Button>
      </div>
      {isFinding && (
        <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <span role="status" className="tabular">
            {found === 0 ? t('noneFound') : t('found', { ...countValues(found), of: countValues(of).count })}
          </span>
          {onRemove !== undefined && found > 0 && (
            <Button size="sm" onClick={onRemove}>
              {t('removeFound', { count: countValues(found).count })}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
