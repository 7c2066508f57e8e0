# The service, the pages of a list, and the tables of a comparison.

.most_seconds_waited <- 60
.longest_backoff <- 8
.first_wait <- 0.5

location_data <- function(base_url = Sys.getenv("LDS_URL"), api_key = Sys.getenv("LDS_API_KEY"),
                          timeout = 30, max_retries = 2) {
  if (!grepl("^https?://", base_url))
    .fail("lds_error", "Pass base_url or set LDS_URL: the http or https address of a service.")
  # A header with another character would fail with an error that shows the key.
  if (!grepl("^[!-~]*\\z", api_key, perl = TRUE))
    .fail("lds_error", "The API key has a space or another character that no key has.")
  address <- sub("/v1$", "", sub("/+$", "", base_url))
  # Only this function has the key, so that printing a service does not show it.
  ask <- function(path, query) {
    url <- paste0(address, "/v1", path, .query_text(query))
    retries <- 0
    repeat {
      reply <- tryCatch(.attempt(url, address, api_key, timeout), lds_error = identity)
      if (!inherits(reply, "lds_error")) return(reply)
      wait <- .wait_after(reply, retries)
      if (is.na(wait) || retries >= max_retries) stop(reply)
      Sys.sleep(wait)
      retries <- retries + 1
    }
  }
  structure(list(address = address, ask = ask), class = "lds_service")
}

print.lds_service <- function(x, ...) {
  cat("Location Data Service at ", x$address, "\n", sep = "")
  invisible(x)
}

next_page <- function(page) {
  following <- attr(page, "next_page")
  if (is.null(following)) NULL else following()
}

as.data.frame.lds_answer <- function(x, ...) {
  tables <- jsonlite::fromJSON(attr(x, "json"), simplifyMatrix = FALSE, flatten = TRUE)
  rows <- tables[intersect(names(tables), c("cities", "countries", "similar", "observations"))]
  if (length(rows) == 0) .fail("lds_error", "This answer has no rows.")
  jsonlite::rbind_pages(Filter(is.data.frame, unname(rows)))
}

print.lds_answer <- function(x, ...) {
  utils::str(jsonlite::fromJSON(attr(x, "json")), max.level = 2, give.attr = FALSE, ...)
  invisible(x)
}

# What the generated functions call.

.place <- function(lds, path, id, query) {
  # In an address, these would be another path.
  if (!is.character(id) || length(id) != 1 || grepl("^[[:space:]]*[.]{0,2}$", id) || is.na(id))
    .fail("lds_error", sprintf("%s is not the id or name of a place.", deparse1(id)))
  .answer(lds$ask(paste0(path, .encode(id)), query))
}

.whole <- function(lds, path, query) .answer(lds$ask(path, query))

.answer <- function(reply) {
  answer <- jsonlite::fromJSON(reply$text, simplifyVector = FALSE)
  structure(answer, json = reply$text, class = c("lds_answer", "list"))
}

.rows <- function(lds, path, query) {
  reply <- lds$ask(path, query)
  page <- as.data.frame(jsonlite::fromJSON(reply$text, simplifyMatrix = FALSE, flatten = TRUE))
  cursor <- .next_cursor(reply$headers[["link"]])
  if (!is.null(cursor)) {
    query$cursor <- cursor
    attr(page, "next_page") <- function() .rows(lds, path, query)
  }
  page
}

# Uses only the cursor: behind a proxy, the service may have another address.
.next_cursor <- function(link) {
  url <- .matched("<([^>]*)>; *rel=\"next\"", link)
  cursor <- if (length(url) == 0) url else .matched("[?&]cursor=([^&]*)", url[2])
  if (length(cursor) == 0) NULL else utils::URLdecode(cursor[2])
}

.matched <- function(pattern, text) regmatches(text, regexec(pattern, text))[[1]]

.query_text <- function(query) {
  given <- Filter(Negate(is.null), query)
  if (length(given) == 0) return("")
  # As text, NA is the code of Namibia.
  unknown <- names(Filter(anyNA, given))
  if (length(unknown) > 0) .fail("lds_error", sprintf("The parameter %s has an NA.", unknown[1]))
  texts <- vapply(given, .text_of, "")
  paste0("?", paste(names(given), vapply(texts, .encode, ""), sep = "=", collapse = "&"))
}

# A parameter as text: vectors with commas between their items, weights with colons.
.text_of <- function(value) {
  items <- if (is.logical(value)) tolower(as.character(value))
    else if (is.numeric(value)) vapply(value, format, "", digits = 15, scientific = FALSE, trim = TRUE)
    else as.character(value)
  if (!is.null(names(value))) items <- paste(names(value), items, sep = ":")
  # Names such as `Lisbon, Portugal` have commas themselves.
  paste(items, collapse = if (length(items) > 1 && any(grepl(",", items, fixed = TRUE))) ";" else ",")
}

.encode <- function(text) utils::URLencode(enc2utf8(text), reserved = TRUE, repeated = TRUE)
