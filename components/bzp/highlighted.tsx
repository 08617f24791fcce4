import { highlightRanges } from '@/lib/domain/fold'

interface HighlightedProps {
  readonly text: string
  readonly needles: readonly string[]
}

/** The text with every hit in a `<mark>`, case and diacritics apart. */
export function Highlighted({ text, needles }: HighlightedProps) {
  const ranges = highlightRanges(text, needles)
  return (
    <>
      {ranges.map(({ start, end }, index) => (
        <span key={start}>
          {text.slice(ranges[index - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(ranges.at(-1)?.end ?? 0)}
    </>
  )
}
