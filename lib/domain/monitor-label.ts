/** Maximum characters of a monitor's label; the service refuses longer ones. */
export const MAX_LABEL_LENGTH = 200
