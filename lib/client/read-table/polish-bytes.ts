import type { OneByteEncoding } from './encodings'

/** Letters of bytes from 128 on in the DOS code pages, which browsers do not support. */
export const BYTES = {
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00AD˝˛ˇ˘§÷¸°¨˙űŘř■\u00A0',
  mazovia:
    'ÇüéâäàąçêëèïîćÄĄĘęłôöĆûùŚÖÜ¢Ł¥śƒŹŻóÓńŃźż¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0',
} as const

const LETTERS = 'ąćęłńóśźżĄĆĘŁŃÓŚŹŻ'

function bytesOf(encoding: OneByteEncoding): ReadonlySet<number> {
  const all = Uint8Array.from({ length: 128 }, (_, at) => at + 128)
  const text = encoding === 'cp852' || encoding === 'mazovia' ? BYTES[encoding] : new TextDecoder(encoding).decode(all)
  return new Set([...all].filter((_, at) => LETTERS.includes(text[at] ?? '-')))
}

export const POLISH: Readonly<Record<OneByteEncoding, ReadonlySet<number>>> = {
  'windows-1250': bytesOf('windows-1250'),
  'iso-8859-2': bytesOf('iso-8859-2'),
  cp852: bytesOf('cp852'),
  mazovia: bytesOf('mazovia'),
}
