'use client'

import { Button } from '@/components/ui/button'

interface PageButton {
  readonly label: string
  readonly onPress: () => void
}

interface PageButtonsProps {
  /** Absent on the first page. */
  readonly first: PageButton | false
  /** Absent on the last page. */
  readonly next: PageButton | false
}

/** The buttons of a list that shows one page at a time. */
export function PageButtons({ first, next }: PageButtonsProps) {
  return (
    <div className="mt-3 flex justify-end gap-2">
      {[first, next].map(
        (each) =>
          each !== false && (
            <Button key={each.label} onClick={each.onPress}>
              {each.label}
            </Button>
          ),
      )}
    </div>
  )
}
