/** File extensions for the `accept` attribute; the content decides how a file is read. */
export const LIST_FILES = '.csv,.tsv,.txt,.xlsx,.xlsm,.xls,.xlsb,.ods,.fods,.xml,.htm,.html,.pli,text/csv,text/plain'
