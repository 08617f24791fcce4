interface RawTextProps {
  readonly label: string
  readonly text: string
  readonly maxRows: number
}

export const RawText = ({ label, text, maxRows }: RawTextProps) => (
  <textarea
    readOnly
    wrap="off"
    aria-label={label}
    rows={Math.min(maxRows, text.split('\n').length + 1)}
    value={text}
    className="w-full resize-y rounded-md border bg-ground p-3 font-mono text-sm"
  />
)
