'use client'

import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'

/** Letters of a text that stand there without being asked for. */
const SHOWN = 260
/** A text that is only a little longer is not worth a button. */
const SLACK = 60

interface FoldedTextProps {
  readonly text: string
  /** What the text is, for those who hear the button alone. */
  readonly of: string
  readonly className?: string
}

/** A text of a register; a long one with its beginning alone, until somebody wants it whole. */
export function FoldedText({ text, of, className }: FoldedTextProps) {
  const t = useTranslations('companies-registers.text')
  const id = useId()
  const [isWhole, setWhole] = useState(false)
  const isLong = text.length > SHOWN + SLACK
  return (
    <div className={classNames('wrap-anywhere', className)}>
      <span id={id} dir="auto" className="whitespace-pre-line">
        {isLong && !isWhole ? beginningOf(text) : text}
      </span>
      {isLong && (
        <button
          type="button"
          aria-expanded={isWhole}
          aria-controls={id}
          aria-label={t(isWhole ? 'lessOf' : 'moreOf', { of })}
          onClick={() => setWhole(!isWhole)}
          className="ml-1.5 rounded-sm whitespace-nowrap text-accent-ink underline underline-offset-2"
        >
          {t(isWhole ? 'less' : 'more')}
        </button>
      )}
    </div>
  )
}

/** The first half of a character that is cut through. */
const HALF = /[\uD800-\uDBFF]$/

/** Cut after a whole word where there is one, never inside of a character. */
function beginningOf(text: string): string {
  const cut = text.slice(0, SHOWN).replace(HALF, '')
  const end = cut.lastIndexOf(' ')
  return `${end > SHOWN / 2 ? cut.slice(0, end) : cut} …`
}
