/** The requested rows of a list: an offset and a maximum. */
export interface ListWindow {
  readonly offset: number;
  readonly rowsMax: number;
}
