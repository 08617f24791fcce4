/** "12 z 100" is read "ze stu": before 100 to 199, and thousands or millions of them, the preposition is "ze". */
export const withPolishZe = (text: string): string => text.replace(/(?<![\p{L}\d])([zZ])(?=\s1\d\d(?!\d))/gu, '$1e')
