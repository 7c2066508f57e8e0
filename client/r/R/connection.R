# One request. R's own connections drop the body of a response with an error status, so the program curl sends it.

.attempt <- function(url, address, api_key, timeout) {
  directory <- tempfile("lds")
  dir.create(directory, mode = "0700")
  on.exit(unlink(directory, recursive = TRUE))
  heads <- file.path(directory, "head")
  body <- file.path(directory, "body")
  # On standard input, because every user of the machine can read arguments.
  settings <- c(
    paste("url =", .quoted(url)), "header = \"Accept: application/json\"",
    if (nzchar(api_key)) paste("header =", .quoted(paste("Authorization: Bearer", api_key))),
    paste("dump-header =", .quoted(heads)), paste("output =", .quoted(body)),
    # The key goes to the given address and to no other: curl follows no redirect.
    "proto = \"=http,https\"", "globoff", "silent", "compressed",
    paste("connect-timeout =", timeout), "speed-limit = 1", paste("speed-time =", ceiling(timeout)))
  code <- tryCatch(
    suppressWarnings(system2("curl", c("-q", "--config", "-"), input = settings, stdout = FALSE, stderr = FALSE)),
    error = function(error) 127)
  if (code == 127) .fail("lds_error", "The program curl, which sends the requests, was not found.")
  if (code != 0) .fail("lds_connection_failed", sprintf("No complete response from %s (curl ends with %d).", address, code))
  head <- .head_of(readLines(heads, warn = FALSE))
  text <- if (file.exists(body)) rawToChar(readBin(body, "raw", file.size(body))) else ""
  Encoding(text) <- "UTF-8"
  if (head$status < 200 || head$status >= 300) stop(.problem(head$status, head$headers, text))
  if (!jsonlite::validate(text)) .fail("lds_connection_failed", sprintf("The response from %s cannot be read.", address))
  list(text = text, headers = head$headers)
}

.quoted <- function(text) paste0("\"", gsub("([\"\\\\])", "\\\\\\1", text), "\"")

# Of the last response: a proxy's own one may be before it.
.head_of <- function(lines) {
  last <- max(grep("^HTTP/", lines))
  fields <- lines[seq_along(lines) > last & grepl(":", lines, fixed = TRUE)]
  headers <- list(link = "", `retry-after` = "")
  headers[tolower(sub(":.*", "", fields))] <- trimws(sub("^[^:]*:", "", fields))
  list(status = as.integer(strsplit(lines[last], " ")[[1]][2]), headers = headers)
}

.fail <- function(kind, message) stop(.condition(kind, message))

.condition <- function(kinds, message, ...) {
  structure(list(message = message, call = NULL, ...), class = unique(c(kinds, "lds_error", "error", "condition")))
}

# A response with an error status, as RFC 9457 describes it. Its classes have its code: lds_city_not_found.
.problem <- function(status, headers, text) {
  document <- tryCatch(jsonlite::fromJSON(text, simplifyVector = FALSE), error = function(error) NULL)
  if (!is.list(document) || !is.character(document[["code"]])) document <- list(code = "unknown")
  title <- .either(document[["title"]], paste("HTTP status", status))
  detail <- .either(document[["detail"]], title)
  kinds <- c(if (document$code == "invalid_cursor") "lds_release_changed", paste0("lds_", document$code), "lds_problem")
  .condition(
    kinds, detail, status = status, headers = headers, code = document$code, title = title, detail = detail,
    request_id = .either(document[["request_id"]], headers[["x-request-id"]]),
    errors = .either(document[["errors"]], list()), candidates = .either(document[["candidates"]], list()),
    successor = document[["successor"]], releases = unlist(document[["releases"]]),
    retry_after = .retry_after(headers[["retry-after"]]))
}

.either <- function(value, other) if (is.null(value)) other else value

# Seconds before the next attempt; NA if it would fail, too, or should wait for more than a minute.
.wait_after <- function(error, retries) {
  # Up to half of it by the clock's fraction, so that clients that failed together do not return together, and the user's
  # random numbers stay the same.
  wait <- min(.longest_backoff, .first_wait * 2^retries) * (1 - as.numeric(Sys.time()) %% 1 / 2)
  if (inherits(error, "lds_connection_failed")) return(wait)
  if (!inherits(error, "lds_problem") || !(error$status %in% c(408, 429) || error$status >= 500)) return(NA)
  asked <- .retry_after(error$headers[["retry-after"]])
  if (asked > .most_seconds_waited) NA else max(asked, wait)
}

# Seconds in the header, which has seconds or a date (RFC 9110, section 10.2.3); 0 without it. Names of months are English in
# every locale.
.retry_after <- function(header) {
  if (grepl("^[0-9]+$", header)) return(as.numeric(header))
  parts <- .matched("([0-9]{2}) ([A-Z][a-z]{2}) ([0-9]{4}) ([0-9:]{8}) GMT", header)
  if (length(parts) == 0) return(0)
  date <- paste(parts[4], match(parts[3], month.abb), parts[2], parts[5])
  as.numeric(difftime(as.POSIXct(date, "UTC", format = "%Y %m %d %H:%M:%S"), Sys.time(), units = "secs"))
}
