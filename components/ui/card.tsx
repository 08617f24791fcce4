import { type ReactNode, useId } from 'react'

import { classNames } from './class-names'

interface CardProps extends Partial<CardHeaderProps> {
  readonly children: ReactNode
  readonly className?: string | undefined
  /** Id of a heading further down that names the region, for a card without a title. */
  readonly labelledBy?: string | undefined
}

/** A card whose title names its region. */
export function Card({ children, className, labelledBy, title, titleId, aside }: CardProps) {
  const ownId = useId()
  const headingId = title === undefined ? undefined : (titleId ?? ownId)
  return (
    <section
      aria-labelledby={labelledBy ?? headingId}
      className={classNames('min-w-0 scroll-mt-4 overflow-clip rounded-lg border bg-card', className)}
    >
      {title !== undefined && <CardHeader title={title} titleId={headingId} aside={aside} />}
      {children}
    </section>
  )
}

interface CardHeaderProps {
  readonly title: ReactNode
  readonly titleId?: string | undefined
  /** A muted remark, legend or control on the right. */
  readonly aside?: ReactNode
}

export function CardHeader({ title, titleId, aside }: CardHeaderProps) {
  return (
    <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b px-4 py-2">
      <h2 id={titleId} className="font-semibold">
        {title}
      </h2>
      {aside !== undefined && <div className="text-sm text-muted">{aside}</div>}
    </header>
  )
}

export function CardBody({ children, className }: { readonly children: ReactNode; readonly className?: string }) {
  return <div className={classNames('px-4 py-3.5', className)}>{children}</div>
}
