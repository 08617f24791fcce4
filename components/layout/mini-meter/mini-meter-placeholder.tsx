import { classNames } from '@/components/ui/class-names'

/** A placeholder as high as the meter, so that the layout does not shift when the meter loads. */
export function MiniMeterPlaceholder({ isFolded = false }: { readonly isFolded?: boolean }) {
  return (
    <div
      aria-hidden
      className={classNames('mx-2.5 border-t', isFolded ? 'h-10.25' : 'h-16.75 [@media(max-height:44.99rem)]:h-10.25')}
    />
  )
}
