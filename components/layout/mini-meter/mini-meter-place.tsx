import { classNames } from '@/components/ui/class-names'

/** As high as the meter, so that nothing beside it moves when it comes. */
export function MiniMeterPlace({ isFolded = false }: { readonly isFolded?: boolean }) {
  return <div aria-hidden className={classNames('mx-2.5 border-t', isFolded ? 'h-10.25' : 'h-16.75')} />
}
