'use client'

import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'

/** The number of characters shown of a folded text. */
const FOLDED_LENGTH = 260
/** A text that is longer by at most this many characters is shown in full. */
const SLACK = 60

interface FoldedTextProps {
  readonly text: string
  /** What the text is, for screen reader users, who may hear the button without its surroundings. */
  readonly of: string
  readonly className?: string
}

/** A text of a register; a long one is folded until the user opens it. */
export function FoldedText({ text, of, className }: FoldedTextProps) {
  const t = useTranslations('companies-registers.text')
  const id = useId()
  const [isExpanded, setIsExpanded] = useState(false)
  const isLong = text.length > FOLDED_LENGTH + SLACK
  return (
    <div className={classNames('wrap-anywhere', className)}>
      <span id={id} dir="auto" className="whitespace-pre-line">
        {isLong && !isExpanded ? beginningOf(text) : text}
      </span>
      {isLong && (
        <button
          type="button"
          aria-expanded={isExpanded}
          aria-controls={id}
          aria-label={t(isExpanded ? 'lessOf' : 'moreOf', { of })}
          onClick={() => setIsExpanded(!isExpanded)}
          className="ml-1.5 rounded-sm whitespace-nowrap text-accent-ink underline underline-offset-2"
        >
          {t(isExpanded ? 'less' : 'more')}
        </button>
      )}
    </div>
  )
}

/** Matches the first half of a surrogate pair. */
const HALF = /[\uD800-\uDBFF]$/

/** Cuts after a whole word if there is one, and never inside a character. */
function beginningOf(text: string): string {
  const cut = text.slice(0, FOLDED_LENGTH).replace(HALF, '')
  const end = cut.lastIndexOf(' ')
  return `${end > FOLDED_LENGTH / 2 ? cut.slice(0, end) : cut} …`
}
