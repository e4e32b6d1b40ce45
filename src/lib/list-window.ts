/** Which rows of a list are asked for: so many, after as many as are passed over. */
export interface ListWindow {
  readonly offset: number;
  readonly rowsMax: number;
}
