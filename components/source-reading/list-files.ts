/** Endings of the files that lists are read from, as `accept` of a file input; what is in them decides. */
export const LIST_FILES = '.csv,.tsv,.txt,.xlsx,.xlsm,.xls,.xlsb,.ods,.fods,.xml,.htm,.html,.pli,text/csv,text/plain'
