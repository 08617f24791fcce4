interface RawTextProps {
  readonly label: string
  readonly text: string
  readonly mostRows: number
}

export const RawText = ({ label, text, mostRows }: RawTextProps) => (
  <textarea
    readOnly
    wrap="off"
    aria-label={label}
    rows={Math.min(mostRows, text.split('\n').length + 1)}
    value={text}
    className="w-full resize-y rounded-md border bg-ground p-3 font-mono text-sm"
  />
)
