/** A list that was given to an add box and is read on the import page. It may hold personal numbers, so it is in memory only. */
export type HandedList = { readonly text: string } | { readonly file: File }

let handed: HandedList | undefined

export const handOverList = (list: HandedList): void => {
  handed = list
}

/** The list, once. */
export function takeHandedList(): HandedList | undefined {
  const list = handed
  handed = undefined
  return list
}
